/** A domain outcome as a value: errors that a caller must handle are returned, not thrown. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const err = <E>(error: E): { ok: false; error: E } => ({ ok: false, error });

/** Makes a `switch` over a union exhaustive: unknown states throw, they are never drawn as a known one. */
export function unreachable(value: never): never {
  throw new Error(`Unknown state: ${JSON.stringify(value)}`);
}
