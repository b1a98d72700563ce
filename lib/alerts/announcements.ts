import { type Database, database } from "@/lib/db/client";

/** The trigger on `alert_notices` notifies here, when its transaction commits. */
const ALERT_CHANNEL = "nightpost_alert";

/** Many notices of one moment are one look at the outbox. */
const GATHER_MS = 200;

/** Hears that notices were queued. One that is missed is found by the next minute's look. @returns stops listening, also over lost connections */
export async function listenForAlerts(
  onAlert: (alertId: string) => void,
  db: Database = database(),
): Promise<() => Promise<void>> {
  let gathering: NodeJS.Timeout | undefined;
  const listening = await db.$client.listen(ALERT_CHANNEL, (alertId) => {
    if (!/^[0-9a-f-]{36}$/.test(alertId)) return;
    gathering ??= setTimeout(() => {
      gathering = undefined;
      onAlert(alertId);
    }, GATHER_MS);
  });
  return async () => {
    clearTimeout(gathering);
    await listening.unlisten();
  };
}
