import { afterAll } from "vitest";
import { closeDatabase } from "@/lib/db/client";
import { createBrevoControl } from "@/lib/sandbox/brevo/control-client";
import { createSandboxControl } from "@/lib/sandbox/client";
import { startSandbox } from "@/lib/sandbox/server";
import { testDb } from "@/tests/support/test-db";

const SECRET = "control-secret-of-a-test";
const key = Buffer.alloc(32, 7).toString("base64");

/** A demo installation of a test file's own: database, both stand-ins, and the environment of an app that uses them. */
export async function openDemoInstallation() {
  const db = await testDb();
  const sandbox = await startSandbox({ apiPort: 0, controlPort: 0, controlSecret: SECRET });
  Object.assign(process.env, {
    DATABASE_URL: db.url,
    APP_URL: "https://app.example",
    AUTH_SECRET: "s".repeat(40),
    NIGHTPOST_MASTER_KEY: key,
    NIGHTPOST_SIGNING_KEY: key,
    NIGHTPOST_DEMO: "1",
    SANDBOX_API_URL: sandbox.apiUrl,
    SANDBOX_CONTROL_URL: sandbox.controlUrl,
    SANDBOX_CONTROL_SECRET: SECRET,
  });
  afterAll(async () => {
    await closeDatabase();
    await sandbox.close();
  });
  const control = createSandboxControl({ controlUrl: sandbox.controlUrl, secret: SECRET });
  return {
    db,
    sandbox,
    shop: control.shopify,
    account: { ...control.brevo, ...createBrevoControl(control.brevo.call) },
    places: { sandboxControlUrl: sandbox.controlUrl, sandboxControlSecret: SECRET },
  };
}
