import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "@/lib/db/client";
import { users } from "@/lib/db/schema/auth";
import { type Context, openContext } from "@/lib/use-cases/context";
import { acceptInvitation } from "@/lib/use-cases/invitations/accept-invitation";
import { readInvitation } from "@/lib/use-cases/invitations/read-invitation";
import { changeRole } from "@/lib/use-cases/members/change-role";
import { inviteMember } from "@/lib/use-cases/members/invite-member";
import { listMembers } from "@/lib/use-cases/members/list-members";
import { leaveWorkspace, removeMember } from "@/lib/use-cases/members/remove-member";
import { revokeInvitation } from "@/lib/use-cases/members/revoke-invitation";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintWorkspace, prepareInstallation, type TestWorkspace } from "../use-cases/syncs-world";

/*
 * Guarantees who gets in and who goes: links that work once and run out, a workspace that always has an owner, sessions that end with a role.
 */

const { url, sql: owner } = await testDb();
prepareInstallation(url);
afterAll(closeInstallation);

let shop: TestWorkspace;
beforeEach(async () => {
  shop = await mintWorkspace();
});

async function person(email = `${randomUUID()}@example.com`) {
  const [made] = await database().insert(users).values({ name: "Newcomer", email }).returning();
  if (!made) throw new Error("no user");
  return { id: made.id, name: made.name, email: made.email, signedInAtMs: Date.now() };
}

async function invite(email: string, role: "owner" | "editor" | "viewer" = "editor") {
  const made = await inviteMember(shop.owner, { email, role });
  if (!made.ok) throw new Error(made.error.code);
  return { ...made.value, token: made.value.link.split("/").at(-1) ?? "" };
}

const session = (userId: string) =>
  owner`insert into sessions (user_id, token, expires_at) values (${userId}, ${randomUUID()}, now() + interval '1 day')`;
const sessionsOf = async (userId: string) =>
  (await owner`select count(*)::int as n from sessions where user_id = ${userId}`)[0]?.n;
const verbs = async () =>
  (await owner`select verb from activity where workspace_id = ${shop.id} order by seq`).map((row) => row.verb);

describe("an invitation", () => {
  test("is a link whose token the database does not hold, and makes whoever has the address a member, once", async () => {
    const guest = await person();
    const { token, link } = await invite(guest.email.toUpperCase());
    expect(link).toBe(`http://localhost:3000/invite/${token}`);
    const stored = await owner`select * from invitations where workspace_id = ${shop.id}`;
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(await readInvitation(token)).toMatchObject({ ok: true, value: { workspace: "Atelier", role: "editor" } });
    const twice = await Promise.all([acceptInvitation(guest, token), acceptInvitation(guest, token)]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await openContext(guest, shop.id))?.role).toBe("editor");
    expect(await acceptInvitation(guest, token)).toMatchObject({ error: { code: "members.no_invitation" } });
    expect(await verbs()).toEqual(["member.invited", "member.joined"]);
    const told = await owner`select details::text from activity where workspace_id = ${shop.id}`;
    expect(JSON.stringify(told)).not.toContain(guest.email);
  });

  test("opens nothing for another address, when it ran out, was taken back or replaced", async () => {
    const guest = await person();
    const first = await invite(guest.email);
    expect(await acceptInvitation(await person(), first.token)).toMatchObject({
      error: { code: "members.other_address" },
    });
    const second = await invite(guest.email, "viewer");
    expect(await acceptInvitation(guest, first.token)).toMatchObject({ error: { code: "members.no_invitation" } });
    await owner`update invitations set expires_at = now() - interval '1 second' where id = ${second.invitationId}`;
    expect(await acceptInvitation(guest, second.token)).toMatchObject({ error: { kind: "gone" } });
    const third = await invite(guest.email);
    expect(await revokeInvitation(shop.owner, { invitationId: third.invitationId })).toMatchObject({ ok: true });
    expect(await acceptInvitation(guest, third.token)).toMatchObject({ error: { code: "members.no_invitation" } });
    for (const malformed of ["", "x", "'; drop table", "a".repeat(43)])
      expect(await readInvitation(malformed)).toMatchObject({ error: { code: "members.no_invitation" } });
    expect(await openContext(guest, shop.id)).toBeNull();
  });

  test("is an owner's to make, after a recent sign-in, and not of another workspace's", async () => {
    const asked = { email: "x@example.com", role: "viewer" } as const;
    expect(await inviteMember(shop.editor, asked)).toMatchObject({ error: { kind: "forbidden" } });
    const stale = { ...shop.owner, user: { ...shop.owner.user, signedInAtMs: Date.now() - 11 * 60_000 } };
    expect(await inviteMember(stale, asked)).toMatchObject({ error: { kind: "sign_in_again" } });
    expect(await inviteMember(shop.owner, { ...asked, email: shop.viewer.user.email })).toMatchObject({
      error: { fields: { email: { code: "members.is_member" } } },
    });
    const { invitationId } = await invite("y@example.com");
    const other = await mintWorkspace("Other");
    expect(await revokeInvitation(other.owner, { invitationId })).toMatchObject({ error: { kind: "not_found" } });
    const seen = async (who: Context) => {
      const listed = await listMembers(who, {});
      return listed.ok ? [listed.value.members.length, listed.value.invitations.length] : listed.error.kind;
    };
    expect(await Promise.all([seen(shop.owner), seen(shop.editor), seen(other.owner)])).toEqual([
      [3, 1],
      [3, 0],
      [3, 0],
    ]);
  });
});

describe("a role", () => {
  test("changes with the member's sessions, nobody else's, and is told", async () => {
    for (const { user } of [shop.owner, shop.editor]) await session(user.id);
    expect(await changeRole(shop.owner, { userId: shop.editor.user.id, role: "viewer" })).toMatchObject({ ok: true });
    expect([await sessionsOf(shop.editor.user.id), await sessionsOf(shop.owner.user.id)]).toEqual([0, 1]);
    const [told] = await owner`select details from activity where workspace_id = ${shop.id}`;
    expect(told?.details).toEqual({ from: "editor", to: "viewer" });
  });

  test("is an owner's to give; a stranger's id is not found", async () => {
    const change = (by: Context, userId: string) => changeRole(by, { userId, role: "owner" });
    expect(await change(shop.editor, shop.editor.user.id)).toMatchObject({ error: { kind: "forbidden" } });
    const other = await mintWorkspace("Other");
    for (const userId of [other.editor.user.id, randomUUID()])
      expect(await change(shop.owner, userId)).toEqual({ ok: false, error: { kind: "not_found", code: "not_found" } });
    expect(await removeMember(shop.owner, { userId: other.editor.user.id })).toMatchObject({
      error: { kind: "not_found" },
    });
  });

  test("removing and leaving end the sessions, and the person sees the workspace no more", async () => {
    await session(shop.viewer.user.id);
    expect(await removeMember(shop.owner, { userId: shop.viewer.user.id })).toMatchObject({ ok: true });
    expect(await sessionsOf(shop.viewer.user.id)).toBe(0);
    expect(await openContext(shop.viewer.user, shop.id)).toBeNull();
    await session(shop.editor.user.id);
    expect(await leaveWorkspace(shop.editor, {})).toMatchObject({ ok: true });
    expect([await sessionsOf(shop.editor.user.id), await openContext(shop.editor.user, shop.id)]).toEqual([0, null]);
  });
});

describe("the last owner", () => {
  test("can neither step down, leave nor be removed", async () => {
    const mine = { userId: shop.owner.user.id };
    const attempts = [changeRole(shop.owner, { ...mine, role: "viewer" }), removeMember(shop.owner, mine)];
    for (const attempt of [...attempts, leaveWorkspace(shop.owner, {})])
      expect(await attempt).toMatchObject({ error: { code: "members.last_owner" } });
  });

  test("is still there when two owners go at once, in whatever way, ten times", async () => {
    for (let round = 0; round < 10; round++) {
      const two = await mintWorkspace();
      await changeRole(two.owner, { userId: two.editor.user.id, role: "owner" });
      const [a, b] = [two.owner, { ...two.editor, role: "owner" as const }];
      const ways = [
        () => [leaveWorkspace(a, {}), leaveWorkspace(b, {})],
        () => [
          changeRole(a, { userId: b.user.id, role: "viewer" }),
          changeRole(b, { userId: a.user.id, role: "viewer" }),
        ],
        () => [removeMember(a, { userId: b.user.id }), leaveWorkspace(a, {})],
      ];
      const done = await Promise.all(ways[round % ways.length]?.() ?? []);
      expect(done.filter(({ ok }) => ok)).toHaveLength(1);
      const left = await owner`select 1 from members where workspace_id = ${two.id} and role = 'owner'`;
      expect(left).toHaveLength(1);
    }
  });
});
