import { SHOPIFY_FAULTS } from "@/lib/sandbox/shopify/known-faults";
import type { Trouble } from "./struck-shop";

const MINUTE_MS = 60_000;
export const idOf = (n: number): string => String(7_000_000_000_000 + n);

/** Faults that withhold what changed lately: by minutes, within the overlap, and by an hour, beyond it. */
const LAGS: Readonly<Record<string, readonly number[]>> = {
  "stale-replica": [5, 60],
  "lagging-index": [5, 60],
};
/** Of orders alone: customers have no such wall. */
const OF_ORDERS: ReadonlySet<string> = new Set(["sixty-days"]);

/** The newest of the changes. */
const NEWEST = idOf(43);
const WITHHOLDING: ReadonlySet<string> = new Set(["stale-replica", "short-list", "empty-list"]);

const faults: Trouble[] = SHOPIFY_FAULTS.filter(({ fault }) => !OF_ORDERS.has(fault)).flatMap(({ fault }): Trouble[] =>
  (LAGS[fault] ?? [null]).map((minutes) => ({
    id: minutes === null ? fault : `${fault}, ${minutes} min`,
    strikes: { fault, ...delayOf(fault, minutes) },
    ...(WITHHOLDING.has(fault) ? { names: NEWEST, withholds: true } : {}),
  })),
);

function delayOf(fault: string, minutes: number | null): { delayMs?: number } {
  if (minutes !== null) return { delayMs: minutes * MINUTE_MS };
  return fault === "slow" ? { delayMs: 5_000 } : {};
}

/** What the merchant or a customer does at the very moment of a request. Record 20 was delivered before; 35 has changed since. */
const edits: Trouble[] = [
  ...[5, 45, 180].map(
    (minutes): Trouble => ({
      ...{ id: `late-commit, ${minutes} min`, names: idOf(20) },
      strikes: {
        edit: ({ edits }) => edits.edit(idOf(20), { firstName: "Late" }, { commitDelayMs: minutes * MINUTE_MS }),
      },
    }),
  ),
  { id: "delete", names: idOf(20), strikes: { edit: ({ edits }) => edits.remove(idOf(20)) } },
  { id: "merge", names: idOf(20), strikes: { edit: ({ edits }) => edits.merge(idOf(20), idOf(35)) } },
  {
    ...{ id: "consent-flip", names: idOf(35) },
    strikes: { edit: ({ edits }) => edits.consent(idOf(35), "email", { state: "UNSUBSCRIBED" }) },
  },
];

export const TROUBLES: readonly Trouble[] = [...faults, ...edits];
