import { describe, expect, test } from "vitest";
import type { StoredContact } from "@/lib/sandbox/brevo/contact";
import type { JournalEntry } from "@/lib/sandbox/contract";
import { judgeRepeats, judgeTape, takeUps } from "../../kill/judge";
import type { Strike } from "../../kill/strike";
import type { TapeEntry } from "../../kill/tape";

const T0_MS = Date.parse("2026-01-01T00:00:00Z");
const contacts = [{ id: 1, email: "a@example.com" }] as StoredContact[];
let seq = 0;

const write = (atMs: number, version: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{ seq: ++seq, at: new Date(T0_MS + atMs).toISOString(), call: "POST /v3/contacts", subject: "a@example.com" },
  ...{ status: 204, fault: null, committed: true, answered: true },
  body: {
    email: "a@example.com",
    updateEnabled: true,
    attributes: { FIRSTNAME: version, LASTNAME: "7001" },
    listIds: [1],
  },
  ...more,
});

const struck = (atMs: number, more: Partial<Strike> = {}): Strike => ({
  ...{ point: "at random", blow: "kill", atMs: T0_MS + atMs, who: "worker-1", runs: ["run"] },
  open: [{ ledgerId: "l1", recordId: "7001", claimedAtMs: T0_MS }],
  ...more,
});

const entry = (what: TapeEntry["what"], who: string, detail: string, atMs = 0): TapeEntry => ({
  ...{ seq: ++seq, atMs: T0_MS + atMs, who, what, run: "run", detail },
});

describe("the judge of repeats bites", () => {
  test("the same version twice without a lost answer, also when the second goes by id", () => {
    const byId = { ...write(9_000, "v1"), call: "PUT /v3/contacts/1", subject: "1" };
    for (const again of [write(9_000, "v1"), byId])
      expect(judgeRepeats([write(10, "v1"), again], contacts, []).unexplained).toHaveLength(1);
  });

  test("one lost answer explains one repeat and no more", () => {
    const three = [write(10, "v1"), write(5_000, "v1"), write(6_000, "v1")];
    expect(judgeRepeats(three.slice(0, 2), contacts, [struck(100)])).toEqual({ repeats: 1, unexplained: [] });
    expect(judgeRepeats(three, contacts, [struck(100)]).unexplained).toHaveLength(1);
    expect(judgeRepeats([write(10, "v1", { answered: false }), write(20, "v1")], contacts, []).unexplained).toEqual([]);
  });

  test("a blow to another record's call, or long before the write, explains nothing", () => {
    const twice = [write(60_000, "v1"), write(61_000, "v1")];
    expect(judgeRepeats(twice, contacts, [struck(100)]).unexplained).toHaveLength(1);
    const other = struck(60_001, { open: [{ ledgerId: "l2", recordId: "7002", claimedAtMs: T0_MS + 59_000 }] });
    expect(judgeRepeats(twice, contacts, [other]).unexplained).toHaveLength(1);
  });

  test("versions that follow each other are no repeats, nor is a return to an older one", () => {
    const back = [write(1, "v1"), write(2, "v2"), write(3, "v1")];
    expect(judgeRepeats(back, contacts, [])).toEqual({ repeats: 0, unexplained: [] });
  });
});

describe("the judge of the tape bites", () => {
  test("a claim, page, bookmark or settlement by a worker whose epoch is over", () => {
    const taken = [entry("take", "worker-1", "1"), entry("take", "worker-2", "2")];
    expect(judgeTape([...taken, entry("claim", "worker-2", "7001")])).toEqual([]);
    for (const late of [
      entry("claim", "worker-1", "7001"),
      entry("page", "worker-1", "2"),
      entry("bookmark", "worker-1", "scheduled 5"),
      entry("settle", "worker-1", "completed"),
    ])
      expect(judgeTape([...taken, late])).toHaveLength(1);
  });

  test("a bookmark that goes back, unless the test itself took it away", () => {
    const at = (lane: string) => entry("bookmark", "worker-1", lane);
    const taken = entry("take", "worker-1", "1");
    expect(judgeTape([taken, at("scheduled 5"), at("scheduled 4")])).toHaveLength(1);
    expect(judgeTape([taken, at("manual 5"), at("manual -"), at("manual 4"), at("scheduled 4")])).toEqual([]);
  });

  test("a run that only the killed worker went on with was never taken up", () => {
    const own = entry("claim", "worker-1", "7001", 500);
    expect(takeUps([struck(0)], [own])).toMatchObject([{ ms: null }]);
    expect(takeUps([struck(0)], [own, entry("take", "worker-2", "2", 3_000)])).toMatchObject([{ ms: 3_000 }]);
  });
});
