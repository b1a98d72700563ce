import { dueHookChecks, openPrivacyRequests } from "@/lib/db/inbound";
import { environment } from "@/lib/env";
import { logUnexpected } from "@/lib/http/log-unexpected";
import type { Installation } from "@/lib/installation";
import { carryOutPrivacy } from "./carry-out-privacy";
import { checkHooks } from "./check-hooks";

/** What one tick takes; what is left is the next tick's. */
const AT_MOST = 100;

/** One that fails does not keep the others waiting: it is logged, and due again at a later tick. */
export async function careForConnections(here: Installation): Promise<{ checked: number; carriedOut: number }> {
  const checked = await each(await dueHookChecks(AT_MOST), "hooks", (one) =>
    checkHooks(one, environment().APP_URL, here),
  );
  const carriedOut = await each(await openPrivacyRequests(AT_MOST), "privacy", (one) => carryOutPrivacy(one, here));
  return { checked, carriedOut };
}

async function each<T>(list: readonly T[], what: string, work: (one: T) => Promise<boolean>): Promise<number> {
  let done = 0;
  for (const one of list) {
    try {
      if (await work(one)) done += 1;
    } catch (error) {
      logUnexpected(error, `care ${what}`);
    }
  }
  return done;
}
