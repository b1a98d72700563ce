import type { FaultTag, KnownFault } from "@/lib/sandbox/contract";

/** Faults that answer instead of Brevo: nothing is committed. */
const REFUSALS = [
  "401-key",
  "401-ip",
  "402",
  "403",
  "403-ecommerce",
  "404-list",
  "425",
  "429",
  "429-nobody",
  "400-dup-sms",
  "400-dup-email",
  "500-before-commit",
  "200-html",
] as const;

/** Faults of the line: the request is lost, or it is carried out and the answer is lost, late or spoiled. */
const LINE_FAULTS = [
  "reset-before-commit",
  "500-after-commit",
  "commit-then-hang",
  "commit-then-reset",
  "late-commit",
  "slow",
  "truncated-json",
  "read-lag",
] as const;

/** Faults of the account: something changes in it just before the request. */
const ACCOUNT_FAULTS = ["key-expired-mid-run", "optout-between-read-and-write", "delete-between-runs"] as const;

export type Refusal = (typeof REFUSALS)[number];
export type LineFault = (typeof LINE_FAULTS)[number];
type AccountFault = (typeof ACCOUNT_FAULTS)[number];
export type BrevoFault = Refusal | LineFault | AccountFault;

const DESCRIPTIONS: Readonly<Record<BrevoFault, [FaultTag, string]>> = {
  "401-key": ["documented", "401: the key is not known"],
  "401-ip": ["reported", "401: the key is good, the caller's address is not on the account's list"],
  "402": ["documented", "402: no credits"],
  "403": ["documented", "403: the account is under validation"],
  "403-ecommerce": ["reported", "403: eCommerce is not activated in the account"],
  "404-list": ["reported", "404: a list of the request does not exist; only strikes requests that name lists"],
  "425": ["documented", "425: the account is being processed"],
  "429": ["documented", "429 with headers: nothing left until delayMs (default 1 s) have passed"],
  "429-nobody": ["assumed", "429 without a body"],
  "400-dup-sms": ["documented", "400: the phone belongs to another contact; only strikes requests that carry SMS"],
  "400-dup-email": ["documented", "400: the address belongs to another contact"],
  "500-before-commit": ["reported", "A 5xx (status, default 500); nothing was written"],
  "200-html": ["assumed", "200 with a page of HTML, as a proxy answers; nothing was written"],
  "reset-before-commit": ["assumed", "The connection is reset; nothing was written"],
  "500-after-commit": ["reported", "A 5xx (status, default 500) although the write was carried out"],
  "commit-then-hang": ["assumed", "The write is carried out and the answer never comes"],
  "commit-then-reset": ["assumed", "The write is carried out and the connection is reset"],
  "late-commit": ["assumed", "The connection is reset; the write is carried out delayMs later (default 3 s)"],
  slow: ["assumed", "The answer comes delayMs late (default 3 s)"],
  "truncated-json": [
    "assumed",
    "Carried out; the body of the answer breaks off (a 204 has none: the connection is reset)",
  ],
  "read-lag": ["assumed", "Strikes a write: reads go on showing the contact as before it for delayMs (default 5 s)"],
  "key-expired-mid-run": ["reported", "The key expires with this request and stays so until it is mended"],
  "optout-between-read-and-write": ["assumed", "The contact opts out in Brevo just before this write is carried out"],
  "delete-between-runs": ["assumed", "The merchant deletes the contact just before this write is carried out"],
};

/** Every fault this stand-in plays, for the frame. */
export const BREVO_FAULTS: readonly KnownFault[] = Object.entries(DESCRIPTIONS).map(([fault, [tag, description]]) => ({
  fault,
  description,
  tag,
}));

/** @throws on a name that the frame should have refused */
export function asBrevoFault(fault: string): BrevoFault {
  if (fault in DESCRIPTIONS) return fault as BrevoFault;
  throw new Error(`The Brevo stand-in has no fault "${fault}".`);
}

export const isRefusal = (fault: BrevoFault): fault is Refusal => (REFUSALS as readonly string[]).includes(fault);
export const isLineFault = (fault: BrevoFault): fault is LineFault =>
  (LINE_FAULTS as readonly string[]).includes(fault);
