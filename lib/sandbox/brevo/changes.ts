import type { StoredAttribute, StoredContact, StoredList } from "@/lib/sandbox/brevo/contact";
import type { StoredHook } from "@/lib/sandbox/brevo/hook-body";
import type { Settings } from "@/lib/sandbox/brevo/settings";
import type { StateChange } from "@/lib/sandbox/contract";

/** What must never happen, counted where it would: requests that lift an opt-out, that merge, that change an address. */
export interface Alarms {
  tripwire: number;
  forceMergeSeen: number;
  addressChanges: number;
}

/** An import, of which only its end is played. */
export interface StoredProcess {
  id: number;
  name: "IMPORTUSER";
  status: "completed";
}

/** Every way the account changes. Each carries the whole new value, so replaying a change twice is harmless. */
export type BrevoChange =
  | { kind: "contact-put"; contact: StoredContact }
  | { kind: "contact-gone"; id: number }
  | { kind: "next-contact-id"; id: number }
  | { kind: "list-put"; list: StoredList }
  | { kind: "attribute-put"; attribute: StoredAttribute }
  | { kind: "settings-put"; settings: Settings }
  | { kind: "process-put"; process: StoredProcess }
  | { kind: "alarms-put"; alarms: Alarms }
  | { kind: "hook-put"; hook: StoredHook }
  | { kind: "reset" };

const KINDS: ReadonlySet<string> = new Set<BrevoChange["kind"]>([
  "contact-put",
  "contact-gone",
  "next-contact-id",
  "list-put",
  "attribute-put",
  "settings-put",
  "process-put",
  "alarms-put",
  "hook-put",
  "reset",
]);

/** Tells whether a change read back from disk is one of ours. The disk was written by this program, so the kind decides. */
export function isBrevoChange(change: StateChange): change is BrevoChange {
  return KINDS.has(change.kind);
}
