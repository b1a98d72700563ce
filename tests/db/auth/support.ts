import { testDb } from "@/tests/support/test-db";

const key = Buffer.alloc(32, 7).toString("base64");

/** A database of this file's own, and the environment of a demo installation that uses it. */
export async function demoInstallation() {
  const db = await testDb();
  Object.assign(process.env, {
    DATABASE_URL: db.url,
    APP_URL: "https://app.example",
    AUTH_SECRET: "s".repeat(40),
    NIGHTPOST_MASTER_KEY: key,
    NIGHTPOST_SIGNING_KEY: key,
    NIGHTPOST_DEMO: "1",
  });
  return db;
}

/** The session cookie of an answer, as a browser would send it back. */
export function cookieOf(headers: Headers): { header: string; attributes: string } {
  const set = headers.getSetCookie().find((cookie) => cookie.includes("nightpost-session="));
  if (!set) throw new Error("no session cookie was set");
  const [pair = "", ...attributes] = set.split("; ");
  return { header: pair, attributes: attributes.join("; ") };
}
