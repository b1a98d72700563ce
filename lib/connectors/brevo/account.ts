import type { z } from "zod";
import { accountShape, attributesShape, type BrevoAttributeAnswer, listsShape } from "@/lib/connectors/brevo/answers";
import { classify, failureOfVerdict, type PathKind } from "@/lib/connectors/brevo/classify";
import type { BrevoClient, BrevoReply } from "@/lib/connectors/brevo/client";
import { type BrevoRates, type RateTier, ratesOf, tierOf } from "@/lib/connectors/brevo/rates";
import type { Clock } from "@/lib/kernel/clock";
import { err, ok, type Result } from "@/lib/kernel/result";
import { ATTRIBUTE_TYPES, type Attribute, attributeSchema } from "@/lib/rules/schema";
import { type Failure, failure } from "@/lib/runner/failures";

export interface BrevoAccount {
  /** `organization_id`: what a publication is bound to. */
  identity: string;
  companyName: string;
  /** The active marketing plan as Brevo calls it, or null. */
  planName: string | null;
  rateTier: RateTier;
  rates: BrevoRates;
}

export interface BrevoList {
  id: number;
  name: string;
}

/** When something was read, so that a caller may keep it: an account may be asked for 100 times an hour. */
export type ReadAt<T> = T & { readAtMs: number };

interface Ends {
  client: BrevoClient;
  clock: Clock;
}

/** `GET /account`: whose key this is and how fast it may go. Counts against the 100 an hour. */
export async function readAccount({ client, clock }: Ends): Promise<Result<ReadAt<BrevoAccount>, Failure>> {
  const answer = readAnswer("account", await client.getAccount(), accountShape);
  if (!answer.ok) return answer;
  const account = answer.value;
  const rateTier = tierOf(account);
  const plan = account.planVerticals.find((one) => one.planCategory === "Marketing" && one.status === "active");
  return ok({
    identity: account.organization_id,
    companyName: account.companyName,
    planName: plan?.name ?? null,
    rateTier,
    rates: ratesOf(rateTier),
    readAtMs: clock.nowMs(),
  });
}

/** `GET /contacts/attributes`: those that a rule can write, sorted by name. Calculated, global and transactional ones are Brevo's own. */
export async function readAttributes({
  client,
  clock,
}: Ends): Promise<Result<ReadAt<{ attributes: Attribute[] }>, Failure>> {
  const answer = readAnswer("account", await client.getAttributes(), attributesShape);
  if (!answer.ok) return answer;
  const attributes = answer.value.attributes
    .map(toAttribute)
    .filter((attribute) => attribute !== null)
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  return ok({ attributes, readAtMs: clock.nowMs() });
}

/** @returns null for an attribute that no rule can write */
function toAttribute(answer: BrevoAttributeAnswer): Attribute | null {
  const type = writableType(answer);
  if (type === null) return null;
  const parsed = attributeSchema.safeParse({ name: answer.name, type, options: optionsOf(answer) });
  return parsed.success ? parsed.data : null;
}

function writableType({ category, type }: BrevoAttributeAnswer): Attribute["type"] | null {
  if (category === "category") return "category";
  if (category !== "normal") return null;
  return ATTRIBUTE_TYPES.find((known) => known === type && known !== "category") ?? null;
}

/** Only the stored key of a category is taken by a write; the label is for people. */
function optionsOf({ enumeration, multiCategoryOptions }: BrevoAttributeAnswer): Attribute["options"] {
  if (enumeration) return enumeration.map(({ label, value, valueStr }) => ({ key: valueStr ?? String(value), label }));
  return (multiCategoryOptions ?? []).map((option) => ({ key: option, label: option }));
}

export interface AttributeFault {
  name: string;
  why: "absent" | "type_differs";
}

/** Preflight of a rule: what it would write that the account does not have so. Brevo may drop such values and answer as if all were well. */
export function findAttributeFaults(wanted: readonly Attribute[], present: readonly Attribute[]): AttributeFault[] {
  return wanted.flatMap(({ name, type }): AttributeFault[] => {
    const found = present.find((attribute) => attribute.name === name);
    if (!found) return [{ name, why: "absent" }];
    return found.type === type ? [] : [{ name, why: "type_differs" }];
  });
}

const LISTS_A_PAGE = 50;
const MOST_LIST_PAGES = 200;

/** `GET /contacts/lists`, all pages, oldest first. @returns an unavailable failure if the pages hold fewer than Brevo counts */
export async function readLists({ client, clock }: Ends): Promise<Result<ReadAt<{ lists: BrevoList[] }>, Failure>> {
  const lists = new Map<number, BrevoList>();
  for (let page = 0; page < MOST_LIST_PAGES; page += 1) {
    const reply = await client.getLists({ limit: LISTS_A_PAGE, offset: page * LISTS_A_PAGE });
    const answer = readAnswer("account", reply, listsShape);
    if (!answer.ok) return answer;
    for (const { id, name } of answer.value.lists) lists.set(id, { id, name });
    if (lists.size >= answer.value.count) return ok({ lists: [...lists.values()], readAtMs: clock.nowMs() });
    if (answer.value.lists.length === 0) break;
  }
  return err(failure("destination.unavailable", "lists_incomplete"));
}

function readAnswer<T>(path: PathKind, reply: BrevoReply, shape: z.ZodType<T>): Result<T, Failure> {
  const verdict = classify("GET", path, reply);
  if (verdict.kind !== "applied") return err(failureOfVerdict(verdict));
  const parsed = shape.safeParse(reply.kind === "answer" ? reply.body : undefined);
  return parsed.success ? ok(parsed.data) : err(failure("destination.unavailable", "unreadable_answer"));
}
