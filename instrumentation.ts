/** Runs once, before the first request. A server that cannot work says why in one line and ends. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { assertReadyOrExit } = await import("@/lib/use-cases/health/assert-ready");
  await assertReadyOrExit();
}
