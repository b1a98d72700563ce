import { db, type Mutant, unit } from "./mutant";

const consent = unit("consent-guards");
const guards = unit("guards");
const batches = db("batches");
const walks = db("walks");
const DECIDE = "lib/runner/decide-delivery.ts";
const CHUNK = "lib/runner/chunk.ts";
const OPEN_BATCH = "lib/db/queries/open-batch.ts";

/** Nobody is written to against their wish, and opt-outs do not wait. */
export const CONSENT_MUTANTS: readonly Mutant[] = [
  {
    id: "consent-by-id",
    guard: "consent as the read by id says it now",
    file: "lib/rules/consent.ts",
    source: 'case "UNSUBSCRIBED":\n      return refuse("unsubscribed");',
    replacement: 'case "UNSUBSCRIBED":\n      return { pass: true };',
    killedBy: consent("consent is asked at the read by id"),
  },
  {
    id: "opt-out-of-sharer",
    guard: "the opt-out of one who shares the address bars the other",
    file: CHUNK,
    source: 'some((id) => id !== recordId)) return "unsubscribed";',
    replacement: 'some((id) => id === "")) return "unsubscribed";',
    killedBy: consent("an opt-out known from an earlier run"),
  },
  {
    id: "sharers-requeued",
    guard: "those who share an address are decided anew when an opt-out comes or is lifted",
    file: "lib/runner/decide.ts",
    source: "if (hashes.length === 0) return decision;",
    replacement: "if (hashes.length >= 0) return decision;",
    killedBy: consent("when an opt-out is lifted"),
  },
  {
    id: "sharers-requeued-sql",
    guard: "those who share an address that its owner left are pending again",
    file: "lib/db/queries/pass-addresses-on.ts",
    source: "where r.outcome <> 'gone' and r.record_id <>",
    replacement: "where false and r.record_id <>",
    killedBy: db("guards")("when an owner leaves an address"),
  },
  {
    id: "address-passes-on",
    guard: "an address is taken from the row that had it",
    file: "lib/db/queries/pass-addresses-on.ts",
    source: "r.address_hash = t.address_hash and r.listed",
    replacement: "r.address_hash = t.address_hash and r.listed is null",
    killedBy: db("guards")("a record that is listed under an address"),
  },
  {
    id: "address-owned",
    guard: "an older customer does not take an address that a newer one owns",
    file: DECIDE,
    source: "if (!owner || !ownedByOther(input, hash)) return false;",
    replacement: "if (owner || !owner) return false;",
    killedBy: consent("an older customer who comes to an owned address"),
  },
  {
    id: "address-owned-chunk",
    guard: "of two in one chunk the one updated last is written",
    file: CHUNK,
    source: "rivals: settleSharedAddresses(decisions, updatedAtMs) };",
    replacement: "rivals: new Map() };",
    killedBy: unit("main-path")("two customers with one address"),
  },
  {
    id: "address-owned-order",
    guard: "and not the one that comes last in the chunk",
    file: "lib/runner/shared-addresses.ts",
    source: "return difference === 0 ? a > b : difference > 0;",
    replacement: "return difference === 0 ? a > b : true;",
    killedBy: consent("of two in one chunk the one updated last"),
  },
  {
    id: "address-left",
    guard: "a customer whose address changes leaves the lists under the old one",
    file: DECIDE,
    source: "row.addressHash !== hash && !ownedByOther(input, row.addressHash))",
    replacement: 'row.addressHash === "")',
    killedBy: consent("a customer whose address changes"),
  },
  {
    id: "suppressed",
    guard: "an address that is suppressed in the account is not written to",
    file: CHUNK,
    source: 'return facts.suppressed.has(hash) ? "suppressed" : null;',
    replacement: "return null;",
    killedBy: guards("an address that is suppressed"),
  },
  {
    id: "tombstone-set",
    guard: "a contact that the merchant erased leaves a tombstone",
    file: "lib/runner/answer.ts",
    source: "tombstone: true,",
    replacement: "tombstone: false,",
    killedBy: guards("a contact that the merchant erased"),
  },
  {
    id: "tombstone-heeded",
    guard: "a record with a tombstone is never sent again",
    file: DECIDE,
    source: "if (facts.tombstoned.has(input.pending.recordId)) return",
    replacement: 'if (facts.tombstoned.has("")) return',
    killedBy: guards("a contact that the merchant erased"),
  },
  {
    id: "blocklist-only-true",
    guard: "a blocklisting is set, never lifted",
    file: "lib/rules/evaluate.ts",
    source: "...(blocks && { emailBlacklisted: true as const })",
    replacement: "emailBlacklisted: blocks as true",
    killedBy: {
      project: "unit",
      file: "tests/unit/rules/evaluate.test.ts",
      name: "sends a person without consent to the other",
    },
  },
  {
    id: "blocklist-opt-outs-only",
    guard: "only an explicit opt-out blocklists, because nothing of ours can undo it",
    file: "lib/rules/consent.ts",
    source: "return OPT_OUTS.has(reason);",
    replacement: "return reason.length > 0;",
    killedBy: {
      project: "unit",
      file: "tests/unit/rules/consent.test.ts",
      name: "only an explicit opt-out may blocklist",
    },
  },
  {
    id: "withdrawals-first",
    guard: "withdrawals go first",
    file: OPEN_BATCH,
    source: "order by p.withdrawal desc nulls last, p.seen_at",
    replacement: "order by p.seen_at",
    killedBy: batches("due rows are taken in order"),
  },
  {
    id: "withdrawals-flagged",
    guard: "a walk flags whom we listed and who no longer consents",
    file: "lib/db/queries/queue-page.ts",
    source: "at, listed and not subscribed, 'walk'",
    replacement: "at, false, 'walk'",
    killedBy: walks("someone whom we listed"),
  },
  {
    id: "opt-out-pass-alone",
    guard: "an opt-out pass sends withdrawals alone",
    file: OPEN_BATCH,
    source: "and (p.withdrawal or (r.kind <> 'opt_out' and not $",
    replacement: "and (p.withdrawal or (r.kind <> '' and not $",
    killedBy: batches("an opt-out run takes withdrawals alone"),
  },
  {
    id: "guarded-withdrawals",
    guard: "a run that waits for approval sends withdrawals alone",
    file: "lib/db/stores/deliveries.ts",
    source: 'takeDue(raw, lease, limit, only === "withdrawals")',
    replacement: "takeDue(raw, lease, limit, only === undefined)",
    killedBy: db("guards")("withdrawals alone are taken while"),
  },
  {
    id: "test-records-alone",
    guard: "a test run takes its chosen records alone",
    file: OPEN_BATCH,
    source: "and (r.kind <> 'test' or p.record_id = any (r.test_record_ids))",
    replacement: "",
    killedBy: batches("a test run takes its chosen records"),
  },
];
