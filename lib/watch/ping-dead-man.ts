const PATIENCE_MS = 5_000;

/**
 * Tells the operator's dead-man's switch that the scheduler ticks; when the pings stop, that service raises the alarm. A ping that fails is reported and costs
 * a tick nothing more.
 * @param url from the environment; null pings nobody @returns whether it was taken (2xx)
 */
export async function pingDeadMan(url: string | null, report: (error: unknown) => void): Promise<boolean> {
  if (url === null) return false;
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) });
    await answer.body?.cancel();
    if (!answer.ok) throw new DeadManRefused(answer.status);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** The switch answered something else than 2xx. */
class DeadManRefused extends Error {
  override readonly name = "DeadManRefused";
  readonly code: string;
  constructor(status: number) {
    super(`The dead-man's switch answered ${status}.`);
    this.code = String(status);
  }
}
