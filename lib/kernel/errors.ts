/**
 * Exceptions end the run or the request as a whole; everything that a caller handles is a `Result`.
 * Messages are for logs: they carry codes and ids, never personal data. People read translated words found by `code`.
 */

/** The lease moved on, or a person stopped the run: whoever holds this stops quietly and writes nothing more. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** What is published is not what is stored, or may not run. Never retried. */
export class PublicationInvalid extends Error {
  override readonly name = "PublicationInvalid";
  constructor(readonly reason: PublicationFault) {
    super(`Publication invalid: ${reason}`);
  }
}

export type PublicationFault =
  | "digest_differs"
  | "signature_differs"
  | "not_live"
  | "sync_inactive"
  | "rule_unreadable"
  | "source_connection_unusable"
  | "source_identity_differs"
  | "destination_connection_unusable"
  | "destination_identity_differs";

/** Something that the design rules out happened: a bug. */
export class InvariantViolation extends Error {
  override readonly name = "InvariantViolation";
}
