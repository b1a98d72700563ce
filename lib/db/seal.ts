import { randomBytes } from "node:crypto";
import { IV_BYTES, pack, type Sealed, seal, unpack, unseal } from "@/lib/kernel/envelope";
import { InvariantViolation } from "@/lib/kernel/errors";
import type { VersionedKey } from "./workspace-keys";

/** Seals bytes under the newest key, with a fresh IV. */
export function sealBytes(keys: readonly VersionedKey[], plain: Uint8Array, boundTo: readonly string[]) {
  const newest = keys[0];
  if (!newest) throw new InvariantViolation("The workspace has no key: it was erased.");
  return { keyVersion: newest.version, sealed: seal(newest.key, randomBytes(IV_BYTES), plain, boundTo) };
}

/** @throws InvariantViolation when its key is gone; an error of node:crypto when anything was changed */
export function openBytes(
  keys: readonly VersionedKey[],
  keyVersion: number,
  sealed: Sealed,
  boundTo: readonly string[],
): Uint8Array {
  const key = keys.find((one) => one.version === keyVersion);
  if (!key) throw new InvariantViolation(`The workspace has no key of version ${keyVersion}.`);
  return unseal(key.key, sealed, boundTo);
}

/** A JSON value as one sealed blob for a bytea column. @param keys the workspace's data keys @param boundTo table, workspace, row */
export function sealJson(keys: readonly VersionedKey[], value: unknown, boundTo: readonly string[]): Uint8Array {
  const { keyVersion, sealed } = sealBytes(keys, Buffer.from(JSON.stringify(value)), boundTo);
  return pack(keyVersion, sealed);
}

/** What `sealJson` sealed. */
export function openJson<T>(keys: readonly VersionedKey[], blob: Uint8Array, boundTo: readonly string[]): T {
  const { keyVersion, sealed } = unpack(blob);
  return JSON.parse(Buffer.from(openBytes(keys, keyVersion, sealed, boundTo)).toString("utf8")) as T;
}
