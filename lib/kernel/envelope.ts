import { createCipheriv, createDecipheriv } from "node:crypto";

/** AES-256-GCM: a 32-byte key, a 12-byte IV that never comes twice under one key, a 16-byte tag. */
const CIPHER = "aes-256-gcm";
export const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 1;
const HEADER_BYTES = 1 + 4;

export interface Sealed {
  iv: Uint8Array;
  ciphertext: Uint8Array;
  tag: Uint8Array;
}

/**
 * Encrypts and binds to `boundTo`: what the text belongs to (workspace, connection, field …), authenticated with it, so that a row copied elsewhere does not
 * open.
 * @param iv 12 fresh random bytes
 */
export function seal(key: Uint8Array, iv: Uint8Array, plain: Uint8Array, boundTo: readonly string[]): Sealed {
  if (iv.length !== IV_BYTES) throw new RangeError("An IV has 12 bytes.");
  const cipher = createCipheriv(CIPHER, key, iv);
  cipher.setAAD(Buffer.from(JSON.stringify(boundTo)));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv, ciphertext, tag: cipher.getAuthTag() };
}

/** @throws when key, text, tag or what it is bound to differ; the message says nothing about the content */
export function unseal(key: Uint8Array, sealed: Sealed, boundTo: readonly string[]): Uint8Array {
  const decipher = createDecipheriv(CIPHER, key, sealed.iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(JSON.stringify(boundTo)));
  decipher.setAuthTag(sealed.tag);
  return Buffer.concat([decipher.update(sealed.ciphertext), decipher.final()]);
}

/** One blob for one column: format, key version (4 bytes, big-endian), IV, tag, ciphertext. */
export function pack(keyVersion: number, sealed: Sealed): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(FORMAT, 0);
  header.writeUInt32BE(keyVersion, 1);
  return Buffer.concat([header, sealed.iv, sealed.tag, sealed.ciphertext]);
}

/** @throws RangeError for what `pack` did not make */
export function unpack(blob: Uint8Array): { keyVersion: number; sealed: Sealed } {
  const bytes = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
  const bodyAt = HEADER_BYTES + IV_BYTES + TAG_BYTES;
  if (bytes.length < bodyAt || bytes.readUInt8(0) !== FORMAT) throw new RangeError("Not a sealed blob.");
  const iv = bytes.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES);
  const tag = bytes.subarray(HEADER_BYTES + IV_BYTES, bodyAt);
  return { keyVersion: bytes.readUInt32BE(1), sealed: { iv, tag, ciphertext: bytes.subarray(bodyAt) } };
}
