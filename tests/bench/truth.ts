import { isDeepStrictEqual } from "node:util";
import { expectedAttributes, RULE } from "./population";
import type { Surroundings } from "./surroundings";
import type { RunFigures, RunnerFigures } from "./whole-runner";

const CREATE = "POST /v3/contacts";
const UPDATE = "PUT /v3/contacts/{identifier}";

/** Compares the account with the shop, both as they truly are: exactly the shop's customers, each as the shop has them now, on the list. @returns what is wrong, without addresses */
export async function compareWithShop({ shopify, brevo }: Surroundings): Promise<string[]> {
  const [shop, contacts] = await Promise.all([shopify.truth(), brevo.truth()]);
  const byAddress = new Map(contacts.map((contact) => [contact.email, contact]));
  const listIds = RULE.lists.map(({ id }) => id);
  const problems: string[] = [];
  for (const customer of shop.customers) {
    const contact = byAddress.get(customer.email?.address ?? null);
    if (!contact) problems.push(`customer ${customer.id} is not in the account`);
    else if (!isDeepStrictEqual(contact.attributes, expectedAttributes(customer)))
      problems.push(`customer ${customer.id} has other attributes in the account`);
    else if (!isDeepStrictEqual(contact.listIds, listIds)) problems.push(`customer ${customer.id} is not on the list`);
  }
  if (contacts.length !== shop.customers.length)
    problems.push(`the account has ${contacts.length} contacts, the shop ${shop.customers.length} customers`);
  return problems;
}

/** Each customer was written once, and then once for each edit that concerned them. */
export async function checkWrites({ brevo }: Surroundings, creates: number, updates: number): Promise<string[]> {
  const { byCall, tripwire } = await brevo.counters();
  const problems: string[] = [];
  if (byCall[CREATE] !== creates) problems.push(`${byCall[CREATE] ?? 0} creations were sent instead of ${creates}`);
  if ((byCall[UPDATE] ?? 0) !== updates)
    problems.push(`${byCall[UPDATE] ?? 0} updates were sent instead of ${updates}`);
  if (tripwire > 0) problems.push(`${tripwire} requests would have lifted an opt-out`);
  return problems;
}

/** What the runs say of themselves, and whether a chunk costs as many statements whatever its size. */
export function checkRuns({ first, quiet, edits }: RunnerFigures, records: number): string[] {
  const problems = [
    ...checkRun("first run", first, { verdict: "healthy", delivered: records }),
    ...checkRun("quiet run", quiet, { verdict: "proven_quiet", delivered: 0 }),
    ...edits.flatMap(({ edited, run }) => checkRun(`run of ${edited}`, run, { verdict: "healthy", delivered: edited })),
  ];
  const chunks = edits.map(({ run }) => run.chunks);
  if (chunks.some((one) => one.length !== 1)) problems.push("a run of at most fifty records was not one chunk");
  const counts = new Set(chunks.flat().map(({ statements }) => statements));
  if (counts.size !== 1) problems.push(`statements a chunk are not flat in its size: ${[...counts].join(", ")}`);
  return problems;
}

function checkRun(name: string, run: RunFigures, want: { verdict: string; delivered: number }): string[] {
  if (run.state === "succeeded" && run.verdict === want.verdict && run.delivered === want.delivered) return [];
  return [
    `${name}: ${run.state}, ${run.verdict}, ${run.delivered} delivered; wanted ${want.verdict}, ${want.delivered}`,
  ];
}
