import { readLists } from "@/lib/connectors/brevo/account";
import type { BrevoClient } from "@/lib/connectors/brevo/client";
import { lookUpContact } from "@/lib/connectors/brevo/look-up";
import { type ListsExist, writeContact } from "@/lib/connectors/brevo/write-contact";
import type { Clock } from "@/lib/kernel/clock";
import type { Attribute } from "@/lib/rules/schema";
import type { Destination } from "@/lib/runner/destination-port";

/**
 * Brevo as the runner writes it: the contacts of one account, for one leg.
 * @param attributes those of the rule, so that a read-back knows the types it compares
 */
export function createBrevoDestination({
  client,
  clock,
  attributes,
}: {
  client: BrevoClient;
  clock: Clock;
  attributes: readonly Attribute[];
}): Destination {
  const listsExist = askListsOnce({ client, clock });
  return {
    write: ({ target, payload }) => writeContact(client, { target, payload }, listsExist),
    lookUp: (input) => lookUpContact(client, input, attributes),
  };
}

/** The account's lists are read at the first refusal that may be about them, then remembered for the leg. */
function askListsOnce(ends: { client: BrevoClient; clock: Clock }): ListsExist {
  let reading: ReturnType<typeof readLists> | null = null;
  return async (listIds) => {
    reading ??= readLists(ends);
    const read = await reading;
    if (!read.ok) {
      reading = null;
      return null;
    }
    const present = new Set(read.value.lists.map(({ id }) => id));
    return listIds.every((id) => present.has(id));
  };
}
