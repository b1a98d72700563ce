import type { ContactPayload } from "@/lib/rules/payload";
import type { Failure } from "./failures";

/*
 * The far end: one write, one look, and the budget that all syncs of an account share.
 */

/** One intended write: by address the first time, by Brevo's id afterwards (an address in an update would lift a blocklisting). */
export type WriteTarget = { by: "address"; address: string } | { by: "id"; id: string };

export type WriteAnswer =
  | { kind: "applied"; destinationId: string | null; created: boolean; notes: string[]; calls: number }
  /** Not applied; nothing wrong with the record. */
  | { kind: "transient"; failure: Failure }
  /** Not applied; this record will not pass. `code` is the destination's error code. */
  | { kind: "permanent"; code: string }
  /** Not applied; nothing will pass until a person acts. */
  | { kind: "stop"; failure: Failure }
  /** The id we wrote before is gone: the merchant erased it. */
  | { kind: "erased" }
  | { kind: "doubt"; code: string };

export type LookUpAnswer =
  | { kind: "found"; destinationId: string; blocklisted: boolean; matches: boolean }
  | { kind: "absent" }
  | { kind: "failed"; failure: Failure };

export interface Destination {
  /** One write. Never throws for what the other side does; a deadline of its own (10 s). `deliveryKey` goes along where the API takes one (Brevo: not today). */
  write(input: { target: WriteTarget; payload: ContactPayload; deliveryKey: string }): Promise<WriteAnswer>;
  /** Reads the contact back and says whether the managed part of the payload is what stands there. */
  lookUp(input: { target: WriteTarget; payload: ContactPayload }): Promise<LookUpAnswer>;
}

/** One budget per Brevo account over all syncs and processes. */
export interface Limiter {
  /** Reserves `calls` and says from when they may start and how far apart. @returns first start and gap, ms */
  reserve(calls: number): Promise<{ startInMs: number; gapMs: number }>;
}
