import { assertCanary, DatabaseUnfit } from "@/lib/db/canary";
import { EnvironmentInvalid, environment } from "@/lib/env";
import { checkMessages } from "@/lib/i18n/messages";

/**
 * Proves what every request relies on: a usable environment, messages, and a database whose row-level security binds us.
 * @throws EnvironmentInvalid, DatabaseUnfit, or what the database's driver says when it does not answer
 */
export async function assertReady(): Promise<void> {
  environment();
  await checkMessages();
  await assertCanary();
}

/** A driver's error has a short code and a message that may quote the address: the code is enough. */
function reasonOf(error: unknown): string {
  if (error instanceof EnvironmentInvalid || error instanceof DatabaseUnfit) return error.message;
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "no code";
  return `The database in DATABASE_URL is not usable (${code}). Is it running, and are the migrations done?`;
}

/** For the start of the web server: one clear line and an exit, instead of a server that answers nothing. */
export async function assertReadyOrExit(): Promise<void> {
  try {
    await assertReady();
  } catch (error) {
    console.error(`Nightpost does not start. ${reasonOf(error)}`);
    process.exit(1);
  }
}
