import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { claimDeliveries } from "@/lib/alerts/claim-deliveries";
import { settleDelivery } from "@/lib/alerts/settle-delivery";
import { inWorkspace } from "@/lib/db/client";
import { HOOK_URL, loopbackHook } from "../support/loopback-hook";
import { outboxWorld } from "./outbox-world";

const world = await outboxWorld();
const { owner, db, mail, see, clear, deliver, arrived, hurry, mint, addMail, deliveries } = world;

const LOST = "Access is lost: Customers";
const CLEAR = "All clear: Customers";

beforeEach(async () => {
  mail.state.manner = "take";
  mail.mails.length = 0;
  await owner`truncate alert_notices, alert_deliveries, findings`;
});
afterEach(() => expect(world.reported.splice(0)).toEqual([]));
afterAll(mail.close);

describe("what is told", () => {
  test("P16: failing, recovered, failing again: three notices, however many runs failed", async () => {
    const sync = await mint();
    await addMail(sync);
    for (let run = 0; run < 11; run++) {
      await see(sync);
      await deliver();
    }
    expect(arrived()).toEqual([LOST]);
    await clear(sync);
    await clear(sync);
    await deliver();
    expect(arrived()).toEqual([CLEAR]);
    await see(sync);
    await deliver();
    expect(arrived()).toEqual([LOST]);
  });

  test("P15: the receipt is stored, and verifies the channel", async () => {
    const sync = await mint();
    const channel = await addMail(sync);
    await see(sync);
    expect(await deliver()).toMatchObject({ delivered: 1, failed: 0 });
    expect(await deliveries(sync)).toEqual([
      { occasion: "opened", state: "delivered", attempts: 1, error: null, receipt: { status: 250 } },
    ]);
    const [row] = await owner`select verified_at from alert_channels where id = ${channel}`;
    expect(row?.verified_at).toBeInstanceOf(Date);
  });

  test("one reminder a day while it is open; none once it is acknowledged or while it is snoozed", async () => {
    const sync = await mint();
    await addMail(sync);
    await see(sync);
    await deliver();
    arrived();
    const nextDay = () => owner`update findings set remind_at = clock_timestamp() where remind_at is not null`;
    for (let minute = 0; minute < 3; minute++) await deliver();
    expect(arrived()).toEqual([]);
    await nextDay();
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(arrived()).toEqual([`Still so: ${LOST}`]);
    await owner`update findings set state = 'acknowledged', remind_at = null`;
    await nextDay();
    await deliver();
    expect(arrived()).toEqual([]);
  });

  test("routes: by severity, and for one sync otherwise than for all", async () => {
    const sync = await mint();
    await addMail(sync, "all@shop.dev", "info");
    const grave = await addMail(sync, "grave@shop.dev", "critical");
    const none = await addMail(sync, "none@shop.dev", "none");
    await see(sync, "sync.late");
    await deliver();
    expect(mail.mails.splice(0).flatMap(({ to }) => to)).toEqual(["all@shop.dev"]);
    await owner`insert into alert_routes (workspace_id, channel_id, sync_id, least)
      values (${sync.workspaceId}, ${none}, ${sync.syncId}, 'warning'), (${sync.workspaceId}, ${grave}, ${sync.syncId}, 'none')`;
    await see(sync, "sync.unreadable");
    await deliver();
    expect(
      mail.mails
        .splice(0)
        .flatMap(({ to }) => to)
        .sort(),
    ).toEqual(["all@shop.dev", "none@shop.dev"]);
  });

  test("another workspace's channels hear nothing", async () => {
    const [mine, foreign] = [await mint(), await mint()];
    await addMail(mine, "mine@shop.dev");
    await addMail(foreign, "foreign@shop.dev");
    await see(mine);
    await deliver();
    expect(mail.mails.flatMap(({ to }) => to)).toEqual(["mine@shop.dev"]);
  });
});

describe("under concurrency", () => {
  test("four workers and thirty notices: each arrives once", async () => {
    const sync = await mint();
    await addMail(sync);
    for (let n = 0; n < 30; n++) await see(sync, "sync.records_held", `record-${n}`);
    await Promise.all([deliver(), deliver(), deliver(), deliver()]);
    await deliver();
    const ids = mail.mails.map((one) => one.mail.messageId);
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);
  });

  test("a crash between sending and the receipt: sent once more, with the same id", async () => {
    const sync = await mint();
    await addMail(sync);
    await see(sync);
    // A worker that claims, sends and dies: what it sent is the message that the next one sends.
    const [claimed] = await inWorkspace(
      sync.workspaceId,
      ({ raw }) => claimDeliveries(raw, { upTo: 5, claimMs: 120_000 }),
      db,
    );
    if (!claimed) throw new Error("nothing to claim");
    await deliver();
    expect(arrived()).toEqual([]);
    await hurry();
    await deliver();
    await deliver();
    expect(mail.mails.map((one) => one.mail.messageId)).toEqual([`<${claimed.id}@nightpost.dev>`]);
    const late = { kind: "failed" as const, fault: { code: "internal" as const, final: true } };
    expect(await inWorkspace(sync.workspaceId, ({ raw }) => settleDelivery(raw, claimed, late), db)).toBe(false);
    expect(await deliveries(sync)).toEqual([expect.objectContaining({ state: "delivered", attempts: 2 })]);
  });

  test("the server took it and its answer was lost: the repeat carries the same id", async () => {
    const sync = await mint();
    await addMail(sync);
    await see(sync);
    mail.state.manner = "hang";
    expect(await deliver()).toMatchObject({ retried: 1 });
    mail.state.manner = "take";
    await hurry();
    await deliver();
    const ids = mail.mails.map((one) => one.mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test("no all-clear overtakes its notice, and both arrive when the mailer is back", async () => {
    const sync = await mint();
    await addMail(sync);
    await see(sync);
    await deliver({ mailer: null });
    await clear(sync);
    await deliver({ mailer: null });
    await deliver();
    expect(arrived()).toEqual([]);
    await hurry();
    await deliver();
    expect(arrived()).toEqual([LOST, CLEAR]);
  });
});

describe("when it cannot be delivered", () => {
  test("greylisting passes: tried again with growing gaps", async () => {
    const sync = await mint();
    await addMail(sync);
    await see(sync);
    mail.state.manner = "defer";
    const gaps: number[] = [];
    for (let n = 0; n < 4; n++) {
      await hurry();
      await deliver();
      const [row] = await owner`select epoch_ms(next_at) - epoch_ms(clock_timestamp()) as gap from alert_deliveries`;
      gaps.push(Math.round(row?.gap / 30_000));
    }
    expect(gaps).toEqual([1, 2, 4, 8]);
    expect((await deliveries(sync))[0]).toMatchObject({
      state: "queued",
      error: "mail_deferred",
      receipt: { status: 451 },
    });
    mail.state.manner = "take";
    await hurry();
    await deliver();
    expect(arrived()).toEqual([LOST]);
  });

  test("a critical notice that its channel refuses for good goes to the owners at once, in the same tick", async () => {
    const sync = await mint();
    const address = await world.addOwner(sync);
    const hook = await loopbackHook((response) => response.writeHead(410).end());
    await world.addChannel(sync, { kind: "webhook", url: HOOK_URL, secret: "npw_x" });
    await see(sync);
    expect(await deliver({ outbound: hook.policy })).toMatchObject({ failed: 1, escalated: 1, delivered: 1 });
    hook.close();
    expect(mail.mails.flatMap(({ to }) => to)).toEqual([address]);
    expect(mail.mails[0]?.mail.text).toContain("as an owner of the workspace");
    await deliver();
    expect(mail.mails).toHaveLength(1);
  });

  test("with no channel at all the owners hear of it, and of its end", async () => {
    const sync = await mint();
    await world.addOwner(sync);
    await see(sync);
    await see(sync, "sync.late");
    await deliver();
    expect(arrived()).toEqual([LOST]);
    await clear(sync);
    await deliver();
    expect(arrived()).toEqual([CLEAR]);
  });

  test("with the mailer down it escalates after its patience; when it is back the channel's notice makes the owners' copy needless", async () => {
    const sync = await mint();
    await world.addOwner(sync);
    await addMail(sync);
    await see(sync);
    await deliver({ mailer: null });
    expect(await deliver({ mailer: null })).toMatchObject({ escalated: 0 });
    await owner`update alert_notices set created_at = created_at - interval '16 minutes'`;
    expect(await deliver({ mailer: null })).toMatchObject({ escalated: 1 });
    const [channelOnly] =
      await owner`update alert_deliveries set next_at = clock_timestamp() where channel_id is not null returning id`;
    expect(channelOnly).toBeDefined();
    await deliver();
    await hurry();
    await deliver();
    expect(mail.mails.flatMap(({ to }) => to)).toEqual(["team@shop.dev"]);
    expect((await deliveries(sync)).map((one) => one.state).sort()).toEqual(["delivered", "superseded"]);
  });

  test("after a day it is given up, and says why", async () => {
    const sync = await mint();
    await addMail(sync);
    await see(sync, "sync.late");
    await owner`update alert_notices set created_at = created_at - interval '25 hours'`;
    await deliver({ mailer: null });
    expect(await deliveries(sync)).toEqual([expect.objectContaining({ state: "failed", error: "mail_unconfigured" })]);
  });

  test("a sealed address that was moved to another channel's row opens nothing and reaches nobody", async () => {
    const sync = await mint();
    const [one, other] = [
      await addMail(sync, "one@shop.dev", "critical"),
      await addMail(sync, "other@shop.dev", "none"),
    ];
    await owner`update alert_channels set config = (select config from alert_channels where id = ${other}) where id = ${one}`;
    await see(sync);
    await deliver();
    expect(mail.mails).toEqual([]);
    expect((await deliveries(sync))[0]).toMatchObject({ state: "queued", error: "internal" });
    expect(world.reported.splice(0)).toHaveLength(1);
  });

  test("what is no longer so is not reminded of, and a removed channel is sent nothing", async () => {
    const sync = await mint();
    const channel = await addMail(sync);
    await see(sync);
    await deliver();
    await owner`update findings set remind_at = clock_timestamp()`;
    await deliver({ mailer: null });
    await owner`update findings set state = 'acknowledged', remind_at = null`;
    await see(sync, "sync.late");
    await owner`update alert_channels set removed_at = clock_timestamp(), config = null where id = ${channel}`;
    await hurry();
    arrived();
    await deliver();
    expect(arrived()).toEqual([]);
    expect((await deliveries(sync)).map((one) => one.state)).toEqual(["delivered", "superseded", "superseded"]);
  });
});
