import { beforeEach, describe, expect, test } from "vitest";
import { claimProbe, endOutagePause } from "@/lib/db/outage-pauses";
import { claimOptOutPass } from "@/lib/db/run-requests";
import { dueOptOuts, dueProbes } from "@/lib/db/system";
import type { Rule } from "@/lib/rules/schema";
import { approvalCovers } from "@/lib/runner/guard";
import type { CustomerInput } from "@/lib/sandbox/shopify/customer";
import { consentingCustomers } from "../support/consenting-customers";
import { realWorld } from "../support/real-world";
import { RULE } from "../support/world/world";

const rule: Rule = { ...RULE, lists: [{ id: 1, name: "Newsletter", marketing: true }] };
const world = await realWorld(rule);
const { shopify, brevo, owner, db, syncId, workspaceId } = world;

const withdrawn = (customer: CustomerInput | undefined) =>
  ({ ...customer?.email, marketingState: "UNSUBSCRIBED" }) as CustomerInput["email"];
const openFindings = async () =>
  [...(await owner`select kind from findings where state <> 'resolved' order by kind`)].map((row) => row.kind);
const listsOf = async (address: string) => (await brevo.getContact(address)).listIds;

beforeEach(async () => {
  await world.reset({ sharedAddresses: [], blocklistedAddress: "blocked@example.com" });
  await owner`update syncs set pause_outage_only = false, next_probe_at = null, next_opt_out_at = null, guard_shown = null, guard_approved = null`;
  await shopify.importCustomers(consentingCustomers(30), true);
});

describe("the mass-change guard", () => {
  test("many times more than usual waits for a person; withdrawals do not; an approval lets it through once", async () => {
    for (let n = 0; n < 3; n++) expect((await world.run()).state).toBe("succeeded");
    const newOnes = consentingCustomers(260).slice(30);
    await shopify.importCustomers(newOnes.map(({ updatedAt: _, ...one }) => one) as CustomerInput[], false);
    await shopify.editCustomer("1005", { email: withdrawn(consentingCustomers(5)[4]) });
    const runId = await world.request("scheduled", "ordinary");
    expect((await world.driveUntilAsleep(runId, 10_000)).state).toBe("waiting");
    expect(await listsOf("c4@example.com")).not.toContain(1);
    expect(await brevo.truth()).not.toContainEqual(expect.objectContaining({ email: "c200@example.com" }));
    expect(await openFindings()).toEqual(["sync.mass_change"]);
    const [{ shown } = { shown: 0 }] = await owner<{ shown: number }[]>`select guard_shown as shown from syncs`;
    expect(shown).toBeGreaterThan(200);
    await owner`update syncs set guard_approved = ${approvalCovers(shown)}`;
    expect((await world.drive(runId)).state).toBe("succeeded");
    expect(await listsOf("c200@example.com")).toContain(1);
    expect(await openFindings()).toEqual([]);
    expect((await owner`select guard_approved from syncs`)[0]).toEqual({ guard_approved: null });
  });
});

describe("opt-outs do not wait", () => {
  test("while a sync is paused a pass sends its withdrawals alone, and moves no bookmark", async () => {
    await world.run();
    const bookmark = await world.bookmark();
    await owner`update syncs set state = 'paused', paused_at = clock_timestamp(), next_opt_out_at = clock_timestamp()`;
    await shopify.editCustomer("1001", { email: withdrawn(consentingCustomers(1)[0]) });
    await shopify.editCustomer("1002", { firstName: "Not yet" });
    const [due] = await dueOptOuts(10, db);
    expect(due).toEqual({ workspaceId, syncId });
    const runId = due && (await claimOptOutPass(due, 3_600_000, db));
    expect(await dueOptOuts(10, db)).toEqual([]);
    expect((await world.drive(runId ?? "")).state).toBe("succeeded");
    expect(await brevo.getContact("c0@example.com")).toMatchObject({ emailBlacklisted: true, listIds: [] });
    expect((await brevo.getContact("c1@example.com")).attributes.FIRSTNAME).toBe("First 1");
    expect(await world.bookmark()).toEqual(bookmark);
  });

  test("a pass that cannot prove its publication is a critical finding: opt-outs may be waiting since the pause", async () => {
    await world.run();
    await owner`update syncs set state = 'paused', paused_at = clock_timestamp()`;
    await owner`update connections set state = 'broken' where kind = 'brevo'`;
    const failed = await world.drive(await world.request("scheduled", "opt_out"));
    expect(failed).toMatchObject({ state: "failed", failure: { code: "publication.invalid" } });
    expect(await openFindings()).toEqual(["sync.opt_outs_waiting"]);
    await owner`update connections set state = 'connected' where kind = 'brevo'`;
    expect((await world.drive(await world.request("scheduled", "opt_out"))).state).toBe("succeeded");
    expect(await openFindings()).toEqual([]);
  });
});

describe("pauses that outages alone caused", () => {
  test("are probed when due, by one dispatcher, and end once both ends answer; a person's pause is not", async () => {
    await owner`update syncs set state = 'paused', paused_at = clock_timestamp(), pause_outage_only = true, next_probe_at = clock_timestamp()`;
    const [due] = await dueProbes(10, db);
    if (!due) throw new Error("a probe is due");
    const claims = await Promise.all([claimProbe(due, 3_600_000, db), claimProbe(due, 3_600_000, db)]);
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    expect(await endOutagePause(due, Buffer.alloc(32, 1), db)).toBe(true);
    const [resumed] = await owner`select state, next_run_at is not null as due from syncs`;
    expect(resumed).toEqual({ state: "active", due: true });
    await owner`update syncs set state = 'paused', paused_at = clock_timestamp(), next_probe_at = clock_timestamp()`;
    expect(await dueProbes(10, db)).toEqual([]);
    expect(await endOutagePause(due, Buffer.alloc(32, 1), db)).toBe(false);
  });
});

describe("records that have landed and are looked at again", () => {
  test("a held record is tried again when its gap has passed", async () => {
    await brevo.schedule({ fault: "400-dup-email", match: "POST /v3/contacts", skip: 5, times: 1 });
    const run = await world.run();
    expect(await world.counts(run.id)).toMatchObject({ delivered: 29, held: 1 });
    const [pending] = await owner`select cause, stage, check_at > clock_timestamp() as later from pending`;
    expect(pending).toEqual({ cause: "retry", stage: 1, later: true });
    expect((await world.run()).state).toBe("succeeded");
    await owner`update pending set check_at = clock_timestamp()`;
    expect(await world.counts((await world.run()).id)).toMatchObject({ delivered: 1 });
    expect((await owner`select count(*)::int as n from pending`)[0]).toEqual({ n: 0 });
  });

  test("a call that was given up and lands late over a newer version is found, and the newer one written again", async () => {
    await world.run();
    await shopify.editCustomer("1003", { firstName: "Older" });
    await brevo.schedule({ fault: "late-commit", match: "PUT /v3/contacts", times: 1, delayMs: 8_000 });
    await world.run();
    await shopify.editCustomer("1003", { firstName: "Newer" });
    await world.run();
    expect((await brevo.getContact("c2@example.com")).attributes.FIRSTNAME).toBe("Newer");
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    expect((await brevo.getContact("c2@example.com")).attributes.FIRSTNAME).toBe("Older");
    await owner`update pending set check_at = clock_timestamp() where stage > 0`;
    await world.run();
    expect((await brevo.getContact("c2@example.com")).attributes.FIRSTNAME).toBe("Newer");
  }, 40_000);
});
