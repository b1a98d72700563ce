import { createHash, randomBytes } from "node:crypto";

/** @returns 32 random bytes in base64url (43 characters), after `prefix` */
export const newSecretToken = (prefix = ""): string => `${prefix}${randomBytes(32).toString("base64url")}`;

/** What is stored of a token: SHA-256, base64url. It is random and long, so it needs neither salt nor stretching. */
export const hashSecretToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
