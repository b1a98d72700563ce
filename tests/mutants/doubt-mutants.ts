import { db, type Mutant, unit } from "./mutant";

const claims = db("claims");
const guards = unit("guards");
const deciding = unit("deciding");
const main = unit("main-path");
const CALL = "lib/runner/call.ts";
const DECIDE = "lib/runner/decide-delivery.ts";
const DOUBT = "lib/runner/doubt.ts";
const LEDGER = "lib/db/queries/settle-ledger.ts";
const TABLES = "drizzle/0000_tables.sql";

/** A call whose answer was lost is resolved by looking, and for a day nothing is taken for certain that could still land. */
export const DOUBT_MUTANTS: readonly Mutant[] = [
  {
    id: "claims-open-while-doubt",
    guard: "an address is not free while a call to it is in doubt",
    file: TABLES,
    source: `("account","address_hash") WHERE "ledger"."state" in ('claimed', 'doubt')`,
    replacement: `("account","address_hash") WHERE "ledger"."state" in ('claimed')`,
    killedBy: claims("an address is free again once"),
  },
  {
    id: "drain",
    guard: "claims that a dead execution left are taken over as doubts",
    file: "lib/db/stores/leases.ts",
    source: "await adoptOpenClaims(raw, lease, timing.drainMs);",
    replacement: "",
    killedBy: claims("claims that a dead execution left"),
  },
  {
    id: "drain-time",
    guard: "such a claim is looked at only when its call can no longer be on its way",
    file: "lib/db/queries/adopt-open-claims.ts",
    source: "check_at = claimed_at + $",
    replacement: "check_at = claimed_at + 0 * $",
    killedBy: claims("claims that a dead execution left"),
  },
  {
    id: "doubts-in-a-row",
    guard: "three calls in doubt one after the other stop the chunk",
    file: CALL,
    source: "if (this.doubtsInARow >= DOUBTS_IN_A_ROW) this.failure",
    replacement: "if (this.doubtsInARow < 0) this.failure",
    killedBy: main("calls in doubt one after the other"),
  },
  {
    id: "read-back",
    guard: "a call in doubt is read back before it is sent again",
    file: DOUBT,
    source: 'if (answer.kind === "found" && answer.matches) return',
    replacement: 'if (answer.kind === "found" && !answer) return',
    killedBy: main("a write that landed while its answer was lost"),
  },
  {
    id: "read-back-schedule",
    guard: "it is read back 5, 20 and 60 s after the call",
    file: DOUBT,
    source: "const nextLookMs = timing.readBackMs[looks];",
    replacement: "const nextLookMs = timing.readBackMs[looks + 1];",
    killedBy: deciding("it is read back 5, 20 and 60 s"),
  },
  {
    id: "send-again-once",
    guard: "what is not there is sent once more, not more often",
    file: DOUBT,
    source: 'if (state.doubtRuns === 0) return { kind: "send_again", doubtRuns: 1 };',
    replacement: 'if (state.doubtRuns <= 1) return { kind: "send_again", doubtRuns: 1 };',
    killedBy: deciding("it is read back 5, 20 and 60 s"),
  },
  {
    id: "hold-after-two",
    guard: "a doubt whose read-backs were used up in two runs is held",
    file: DOUBT,
    source: "if (state.doubtRuns === 1)",
    replacement: "if (state.doubtRuns >= 1)",
    killedBy: deciding("it is read back 5, 20 and 60 s"),
  },
  {
    id: "recheck",
    guard: "a call that was given up is looked for later",
    file: "lib/runner/settlement.ts",
    source: "const concerned = settlement.doubtRuns > 0 || row",
    replacement: "const concerned = row",
    killedBy: guards("one that was given up is looked for later"),
  },
  {
    id: "landed-late",
    guard: "what a late call put over a newer version is written anew",
    file: "lib/runner/look.ts",
    source: "if (answer.matches) return { settlement: settleLanding(blank, decision.landing)",
    replacement: "if (answer) return { settlement: settleLanding(blank, decision.landing)",
    killedBy: guards("one that was given up is looked for later"),
  },
  {
    id: "resend-proves-nothing",
    guard: "a resend whose answer was lost and that is found there is looked at again: the same stood there before",
    file: "lib/runner/look.ts",
    source: "sameAsBefore ? Math.max(1, row.doubtRuns) : row.doubtRuns",
    replacement: "sameAsBefore ? row.doubtRuns : row.doubtRuns",
    killedBy: guards("a resend whose answer was lost"),
  },
  {
    id: "cap-given-up",
    guard: "a call that was given up after a doubt gives nothing back: it may land yet",
    file: LEDGER,
    source: `where b.state = 'claimed' and i."ledgerTo" = 'released') as written`,
    replacement: `where i."ledgerTo" = 'released') as written`,
    killedBy: db("guards")("a call that was given up after a doubt"),
  },
  {
    id: "late-look-left-address",
    guard: "a call to an address that the customer has left is not given up while it may land",
    file: DOUBT,
    source: "if (state.moved && state.nowMs < lateUntilMs)",
    replacement: "if (false)",
    killedBy: guards("an address that the customer leaves is looked at"),
  },
  {
    id: "late-leave",
    guard: "an address is not left while a call to it that was given up may land",
    file: DECIDE,
    source: "return mayLandLate(row, input) ?? leaveOldAddress",
    replacement: "return leaveOldAddress",
    killedBy: guards("an address is not left while"),
  },
  {
    id: "landed-still-due",
    guard: "what stands there after a doubt settles the record only if the same would be sent now",
    file: "lib/runner/look.ts",
    source: "const current = lists && stillDue &&",
    replacement: "const current = lists &&",
    killedBy: unit("consent-guards")("who opts out at an address while a call"),
  },
];
