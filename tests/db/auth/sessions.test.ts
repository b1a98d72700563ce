import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auth } from "@/lib/auth/auth";
import { createUser } from "@/lib/auth/create-user";
import { DEMO_EMAIL } from "@/lib/auth/enter-demo-endpoint";
import { revokeSessions } from "@/lib/auth/revoke-sessions";
import { closeDatabase } from "@/lib/db/client";
import { cookieOf, demoInstallation } from "./support";

const db = await demoInstallation();
const account = { email: "Ada@Example.com", name: "Ada", password: "correct horse battery" };
let userId: string;

async function signIn(password = account.password) {
  const body = { email: account.email, password };
  const { headers } = await auth().api.signInEmail({ body, returnHeaders: true });
  return cookieOf(headers);
}
const sessionOf = (cookie: string) => auth().api.getSession({ headers: new Headers({ cookie }) });

beforeAll(async () => {
  const created = await createUser(account);
  if (!created.ok) throw new Error(created.error);
  userId = created.value;
});
afterAll(closeDatabase);

describe("accounts", () => {
  it("keeps the address in lower case and refuses it a second time, in whatever case", async () => {
    const rows = await db.sql`select email from users where id = ${userId}`;
    expect(rows).toEqual([{ email: "ada@example.com" }]);
    expect(await createUser({ ...account, email: "ADA@example.com" })).toEqual({ ok: false, error: "email_taken" });
  });

  it("stores no password that could be read", async () => {
    const [row] = await db.sql`select password from accounts where user_id = ${userId}`;
    expect(row?.password).toMatch(/^[0-9a-f]+:[0-9a-f]{128}$/);
  });
});

describe("sessions", () => {
  it("are set as a __Host- cookie that scripts cannot read", async () => {
    const { header, attributes } = await signIn();
    expect(header).toMatch(/^__Host-nightpost-session=/);
    expect(attributes).toMatch(/Path=\/(;|$)/);
    for (const flag of ["HttpOnly", "Secure", "SameSite=Lax"]) expect(attributes).toContain(flag);
    expect(attributes).not.toContain("Domain");
  });

  it("cannot be opened with what the database holds", async () => {
    const { header } = await signIn();
    expect((await sessionOf(header))?.user.email).toBe("ada@example.com");
    const token = decodeURIComponent(header.split("=").slice(1).join("=")).split(".")[0] ?? "";
    const stored = (await db.sql`select token from sessions`).map((row) => String(row.token));
    expect(token).toHaveLength(32);
    expect(stored).not.toContain(token);
    for (const hash of stored) expect(await sessionOf(header.replace(token, hash))).toBeNull();
  });

  it("end at once when revoked, all of the user's and nobody else's", async () => {
    const other = await createUser({ email: "bob@example.com", name: "Bob", password: "another long one" });
    const bob = { email: "bob@example.com", password: "another long one" };
    const bobs = cookieOf((await auth().api.signInEmail({ body: bob, returnHeaders: true })).headers);
    const cookies = [await signIn(), await signIn()];
    await revokeSessions(userId);
    expect(await Promise.all(cookies.map((cookie) => sessionOf(cookie.header)))).toEqual([null, null]);
    expect((await sessionOf(bobs.header))?.user.id).toBe(other.ok ? other.value : "");
  });

  it("end with sign-out: the row goes", async () => {
    const { header } = await signIn();
    await auth().api.signOut({ headers: new Headers({ cookie: header }) });
    expect(await sessionOf(header)).toBeNull();
    expect(await db.sql`select 1 from sessions where user_id = ${userId}`).toEqual([]);
  });

  it("are not given for a wrong password", async () => {
    await expect(signIn("wrong horse battery")).rejects.toMatchObject({ statusCode: 401 });
  });
});

describe("the demo's one click", () => {
  it("finds nobody before the seed, and signs in the seeded owner after it", async () => {
    const api = auth().api as unknown as { enterDemo: (o: object) => Promise<{ headers: Headers }> };
    const enter = () => api.enterDemo({ headers: new Headers(), returnHeaders: true });
    await expect(enter()).rejects.toMatchObject({ statusCode: 404 });
    await createUser({ email: DEMO_EMAIL, name: "Demo" });
    expect((await sessionOf(cookieOf((await enter()).headers).header))?.user.email).toBe(DEMO_EMAIL);
  });
});
