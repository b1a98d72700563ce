import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inWorkspace } from "@/lib/db/client";
import { answerFinding } from "@/lib/db/queries/answer-finding";
import { openFinding } from "@/lib/db/queries/open-finding";
import { remindOfFindings } from "@/lib/db/queries/remind-of-findings";
import { resolveFinding } from "@/lib/db/queries/resolve-finding";
import { type Finding, type FindingEvent, stepFinding } from "@/lib/runner/finding";
import { SEVERITIES, type Severity } from "@/lib/runner/finding-kinds";
import { dbWorld, type MintedSync, mintSync } from "./world";

const world = await dbWorld();
const { owner, db } = world;

const KIND = "sync.failing";
const person = randomUUID();
await owner`insert into users (id, name, email) values (${person}, 'Ann', 'ann@example.com')`;

const within = <T>(sync: MintedSync, work: Parameters<typeof inWorkspace<T>>[1]) =>
  inWorkspace(sync.workspaceId, work, db);
const see = (sync: MintedSync, severity: Severity = "warning", subject = "") =>
  within(sync, ({ raw }) =>
    openFinding(raw, {
      workspaceId: sync.workspaceId,
      syncId: sync.syncId,
      kind: KIND,
      subject,
      severity,
      evidence: { failures: 3 },
    }),
  );
const clear = (sync: MintedSync) => within(sync, ({ raw }) => resolveFinding(raw, sync.syncId, KIND));
const told = async (sync: MintedSync) =>
  (
    await owner`select occasion, severity from alert_notices where sync_id = ${sync.syncId} order by created_at, severity`
  ).map((row) => `${row.occasion} ${row.severity}`);
const stored = (sync: MintedSync) =>
  owner`select id, state, severity, evidence from findings where sync_id = ${sync.syncId}`;

describe("a finding, under concurrency", () => {
  test("twenty connections that see the same fact open one finding and write one notice", async () => {
    const sync = await mintSync(world);
    await Promise.all(Array.from({ length: 20 }, () => see(sync)));
    expect(await stored(sync)).toHaveLength(1);
    expect(await told(sync)).toEqual(["opened warning"]);
  });

  test("twenty that see it grow graver write one more", async () => {
    const sync = await mintSync(world);
    await see(sync);
    await Promise.all(Array.from({ length: 20 }, (_, n) => see(sync, n % 2 ? "critical" : "info")));
    expect(await stored(sync)).toEqual([expect.objectContaining({ severity: "critical", state: "open" })]);
    expect(await told(sync)).toEqual(["opened warning", "raised critical"]);
  });

  test("twenty that see it end write one all-clear", async () => {
    const sync = await mintSync(world);
    await see(sync);
    await Promise.all(Array.from({ length: 20 }, () => clear(sync)));
    expect(await told(sync)).toEqual(["opened warning", "cleared warning"]);
  });

  test("seen and ended by many at once: as many all-clears as openings, or one less while it is open", async () => {
    const sync = await mintSync(world);
    await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? see(sync) : clear(sync))));
    const notices = await told(sync);
    const opened = notices.filter((one) => one === "opened warning").length;
    const open = await owner`select from findings where sync_id = ${sync.syncId} and state = 'open'`;
    expect(opened).toBeGreaterThan(0);
    expect(notices.filter((one) => one === "cleared warning")).toHaveLength(opened - open.length);
  });

  test("a transaction that rolls back leaves neither finding nor notice", async () => {
    const sync = await mintSync(world);
    const broken = within(sync, async ({ raw }) => {
      await openFinding(raw, { workspaceId: sync.workspaceId, syncId: sync.syncId, kind: KIND, evidence: {} });
      throw new Error("the run's end could not be stored");
    });
    await expect(broken).rejects.toThrow("could not be stored");
    expect(await stored(sync)).toEqual([]);
    expect(await told(sync)).toEqual([]);
  });

  test("subjects and syncs are kept apart", async () => {
    const [one, other] = [await mintSync(world), await mintSync(world)];
    await see(one, "warning", "a");
    await see(one, "warning", "b");
    await see(other);
    expect(await stored(one)).toHaveLength(2);
    expect(await told(one)).toEqual(["opened warning", "opened warning"]);
    expect(await told(other)).toEqual(["opened warning"]);
  });

  test("an unknown kind throws before anything is written", async () => {
    const sync = await mintSync(world);
    const kind = "sync.unheard_of" as typeof KIND;
    await expect(
      within(sync, ({ raw }) =>
        openFinding(raw, { workspaceId: sync.workspaceId, syncId: sync.syncId, kind, evidence: {} }),
      ),
    ).rejects.toThrow("Unknown kind");
    expect(await stored(sync)).toEqual([]);
  });
});

/** Plays an event on the database. A tick means that the reminder's time, if there is one, has come by `atMs`. */
async function play(sync: MintedSync, event: FindingEvent, atMs: number): Promise<void> {
  const [newest] =
    await owner`select id from findings where sync_id = ${sync.syncId} order by opened_at desc, id limit 1`;
  switch (event.kind) {
    case "observed":
      return see(sync, event.severity);
    case "cleared":
      return clear(sync);
    case "ticked":
      await owner`update findings set remind_at = clock_timestamp() where sync_id = ${sync.syncId} and remind_at <= at_ms(${atMs})`;
      await within(sync, ({ raw }) => remindOfFindings(raw));
      return;
    case "acknowledged":
    case "snoozed":
    case "resolved":
      if (newest) await within(sync, ({ raw }) => answerFinding(raw, newest.id, event, person));
  }
}

test("SQL and the pure machine agree on whatever happens", async () => {
  const soonMs = Date.now() + 60_000;
  const events = fc.array(
    fc.oneof(
      fc.constantFrom(...SEVERITIES).map((severity): FindingEvent => ({ kind: "observed", severity })),
      fc.constantFrom<FindingEvent>(
        { kind: "cleared" },
        { kind: "acknowledged" },
        { kind: "resolved" },
        { kind: "snoozed", untilMs: soonMs },
        { kind: "ticked" },
      ),
    ),
    { maxLength: 14 },
  );
  await fc.assert(
    fc.asyncProperty(events, async (sequence) => {
      const sync = await mintSync(world);
      let finding: Finding | null = null;
      const notices: string[] = [];
      // Each tick is two days later than the one before, so that a reminder is due whenever there may be one.
      for (const [n, event] of sequence.entries()) {
        const atMs = Date.now() + (event.kind === "ticked" ? (n + 1) * 172_800_000 : 0);
        const step = stepFinding(finding, event, atMs);
        finding = step.finding;
        if (step.notice) notices.push(step.notice);
        if (finding && event.kind === "ticked" && finding.remindAtMs !== null)
          finding.remindAtMs = Date.now() + 86_400_000;
        await play(sync, event, atMs);
      }
      expect((await told(sync)).map((one) => one.split(" ")[0])).toEqual(notices);
      const [row] = await owner`
        select state, severity, snoozed_until is not null as snoozed, remind_at is not null as reminded from findings
        where sync_id = ${sync.syncId} and state <> 'resolved'`;
      const alive = finding?.state === "resolved" ? null : finding;
      expect(row ?? null).toEqual(
        alive && {
          state: alive.state,
          severity: alive.severity,
          snoozed: alive.snoozedUntilMs !== null,
          reminded: alive.remindAtMs !== null,
        },
      );
    }),
    { numRuns: 60 },
  );
}, 60_000);
