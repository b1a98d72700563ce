import {
  type BrevoAccount,
  type BrevoList,
  readAccount,
  readAttributes,
  readLists,
} from "@/lib/connectors/brevo/account";
import type { BrevoClient } from "@/lib/connectors/brevo/client";
import type { Clock } from "@/lib/kernel/clock";
import { ok, type Result } from "@/lib/kernel/result";
import type { Attribute } from "@/lib/rules/schema";
import type { Failure } from "@/lib/runner/failures";

export interface BrevoProbe extends BrevoAccount {
  attributes: Attribute[];
  lists: BrevoList[];
  /** Each read that a rule relies on, tried once. A key may be good and still lack a right: then `destination.forbidden` stands at the read it lacks. */
  operations: { name: "account" | "attributes" | "lists"; failure: Failure | null }[];
  checkedAtMs: number;
}

/**
 * Connection test of an account: whose it is, its plan's rates, what a rule may write to. Reads only, one call of the 100 an hour.
 * @returns the failure if the account itself cannot be read: `destination.credential` for a bad or expired key, `destination.ip_refused` for a good key
 * from an address that the account does not list, `destination.forbidden` for a missing right
 */
export async function probeBrevo(ends: { client: BrevoClient; clock: Clock }): Promise<Result<BrevoProbe, Failure>> {
  const account = await readAccount(ends);
  if (!account.ok) return account;
  const [attributes, lists] = await Promise.all([readAttributes(ends), readLists(ends)]);
  const { readAtMs, ...rest } = account.value;
  return ok({
    ...rest,
    attributes: attributes.ok ? attributes.value.attributes : [],
    lists: lists.ok ? lists.value.lists : [],
    operations: [
      { name: "account", failure: null },
      { name: "attributes", failure: attributes.ok ? null : attributes.error },
      { name: "lists", failure: lists.ok ? null : lists.error },
    ],
    checkedAtMs: readAtMs,
  });
}
