import type { Lost } from "./judge";
import type { KillWorld } from "./world";

/** What is known of a record that is not where it must be, in one text for whoever looks for the reason. Ids, times and states only. */
export async function tellStory({ owner, shopify, calls }: KillWorld, { recordId, problem }: Lost): Promise<string> {
  const [row] = await owner`
    select outcome, reason, listed, destination_id, sequence, source_updated_at, read_at from record_rows where record_id = ${recordId}`;
  const waiting = await owner`select lane, cause, stage, check_at, seen_at from pending where record_id = ${recordId}`;
  const ledger = await owner`
    select state, destination_id, claimed_at, closed_at, epoch, error_code from ledger where record_id = ${recordId} order by claimed_at`;
  const customer = (await shopify.truth()).customers.find(({ id }) => id === recordId);
  const shop = customer
    ? `${customer.email?.marketingState}, move ${/\.(\d+)@/.exec(customer.email?.address ?? "")?.[1]}, ${customer.firstName}, ${customer.updatedAt}`
    : "deleted";
  const writes = calls.writes
    .filter(({ body, subject }) => JSON.stringify(body).includes(`"${recordId}"`) || subject === row?.destination_id)
    .map(({ at, call, fault, body }) => `${at} ${call.slice(0, 24)} ${fault ?? ""} ${nameless(body)}`);
  const parts = { shop, row, waiting, ledger, writes };
  return `record ${recordId} ${problem}: ${JSON.stringify(parts)}`;
}

const nameless = (body: unknown): string =>
  JSON.stringify(body, (key, value) => (key === "email" ? String(value).split("@")[0] : value));
