import { expect, test } from "vitest";
import { checkServer } from "../../../scripts/lib/migrate.mjs";
import { freePort } from "../../../scripts/lib/ports.mjs";
import { Refusal } from "../../../scripts/lib/say.mjs";

test("a server that does not answer is named, and the password is not", async () => {
  const refused = await checkServer(`postgres://night:s3cret@127.0.0.1:${await freePort(0)}/post`).catch(
    (error) => error,
  );
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused.message).toMatch(/the database post on 127\.0\.0\.1:\d+ \(from DATABASE_URL\): ECONNREFUSED/);
  expect(refused.message).not.toContain("s3cret");
});

test("what is no URL is refused with the form of one, and not repeated", async () => {
  const refused = await checkServer("night s3cret").catch((error) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused.message).toContain("postgres://user:password@host:5432/database");
  expect(refused.message).not.toContain("s3cret");
});
