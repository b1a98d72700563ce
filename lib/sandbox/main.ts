import { z } from "zod";
import { startSandbox } from "@/lib/sandbox/server";

const portSchema = z.coerce.number().int().min(0).max(65_535);
const settings = z
  .object({
    SANDBOX_API_PORT: portSchema,
    SANDBOX_CONTROL_PORT: portSchema,
    SANDBOX_MAIL_PORT: portSchema.optional(),
    SANDBOX_CONTROL_SECRET: z.string().min(16),
    SANDBOX_DATA_DIR: z.string().min(1).optional(),
  })
  .parse(process.env);

const sandbox = await startSandbox({
  apiPort: settings.SANDBOX_API_PORT,
  controlPort: settings.SANDBOX_CONTROL_PORT,
  ...(settings.SANDBOX_MAIL_PORT === undefined ? {} : { mailPort: settings.SANDBOX_MAIL_PORT }),
  controlSecret: settings.SANDBOX_CONTROL_SECRET,
  ...(settings.SANDBOX_DATA_DIR === undefined ? {} : { dataDir: settings.SANDBOX_DATA_DIR }),
});

async function leave(): Promise<void> {
  await sandbox.close();
  process.exit(0);
}

// A parent that is gone must not leave us holding its ports.
process.once("disconnect", leave);
process.once("SIGTERM", leave);
process.once("SIGINT", leave);

process.stdout.write(`${JSON.stringify({ ready: true, apiUrl: sandbox.apiUrl, controlUrl: sandbox.controlUrl })}\n`);
