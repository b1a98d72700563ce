import { empty, json, missing, problem, unknownList } from "@/lib/sandbox/brevo/answers";
import { judgeValue, normalisePhone } from "@/lib/sandbox/brevo/attribute-value";
import { blankContact } from "@/lib/sandbox/brevo/compose-contact";
import type { AttributeValue, StoredContact } from "@/lib/sandbox/brevo/contact";
import { type ImportBody, parseBody, SCHEMAS } from "@/lib/sandbox/brevo/contact-body";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import { applyUpdate } from "@/lib/sandbox/brevo/write-contact";
import type { StandInAnswer } from "@/lib/sandbox/contract";

/** `POST /contacts/batch`: all rows or none. One unknown contact fails the whole call with 404 and its index (APIv3-php-library#257). */
export function updateBatch(store: BrevoStore, sent: unknown): StandInAnswer {
  const parsed = parseBody(SCHEMAS.batch, sent);
  if ("refusal" in parsed) return parsed.refusal;
  const rows = parsed.body.contacts;
  const targets = rows.map((row) => {
    if (row.id !== undefined) return store.contacts.get(row.id);
    if (row.email) return store.findBy("email", row.email.toLowerCase());
    return row.sms ? store.findBy("SMS", normalisePhone(row.sms) ?? "") : undefined;
  });
  const unknown = targets.flatMap((target, index) => (target ? [] : [index]));
  if (unknown.length > 0) {
    return problem(404, "document_not_found", `Contacts do not exist at index ${unknown.join(", ")}`);
  }
  const { revision } = store;
  const done: StoredContact[] = [];
  for (const [index, target] of targets.entries()) {
    const row = rows[index];
    if (!target || !row) continue;
    const answer = applyUpdate(store, target, { ...row, forceMerge: false });
    if (answer.status !== 204) {
      for (const before of done.reverse()) store.commit({ kind: "contact-put", contact: before });
      store.revision = revision;
      return answer;
    }
    done.push(target);
  }
  return empty(204);
}

/** `POST /contacts/import` with a `jsonBody`: 202 and a process that is over at once. Merges by address before phone, deletes the loser, ignores `false`. */
export function importContacts(store: BrevoStore, sent: unknown): StandInAnswer {
  const parsed = parseBody(SCHEMAS.import, sent);
  if ("refusal" in parsed) return parsed.refusal;
  const { body } = parsed;
  if (!body.listIds?.length) return missing("listIds is missing");
  if (body.listIds.some((id) => !store.lists.has(id)))
    return unknownList({ ...store.settings.semantics, unknownList: 400 });
  for (const row of body.jsonBody) importRow(store, row, body);
  const id = store.peekProcessId();
  store.commit({
    kind: "process-put",
    process: { id, name: "IMPORTUSER", status: "completed" },
  });
  return json(202, { processId: id });
}

function importRow(store: BrevoStore, row: ImportBody["jsonBody"][number], body: ImportBody): void {
  const email = row.email.toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return;
  const known = store.findBy("email", email);
  if (known && !body.updateExistingContacts) return;
  const before = known ?? blankContact(store);
  const attributes = importAttributes(store, before.attributes, row.attributes ?? {});
  const rival = typeof attributes.SMS === "string" ? store.findBy("SMS", attributes.SMS) : undefined;
  if (rival && rival.id !== before.id) store.commit({ kind: "contact-gone", id: rival.id });
  const contact: StoredContact = {
    ...before,
    email,
    attributes,
    listIds: [...new Set([...before.listIds, ...(body.listIds ?? [])])],
    emailBlacklisted: before.emailBlacklisted || body.emailBlacklist,
    smsBlacklisted: before.smsBlacklisted || body.smsBlacklist,
    modifiedAt: store.now().toISOString(),
  };
  store.commit({ kind: "contact-put", contact });
}

function importAttributes(store: BrevoStore, before: StoredContact["attributes"], sent: Record<string, unknown>) {
  const attributes: Record<string, AttributeValue> = { ...before };
  for (const [name, value] of Object.entries(sent)) {
    // JSON false never arrives through an import (APIv3-python-library#95).
    if (value !== true && typeof value !== "string" && typeof value !== "number") continue;
    const definition = store.attributes.get(name);
    const phone = name === "SMS" ? normalisePhone(value) : undefined;
    if (phone) attributes.SMS = phone;
    else if (definition && name !== "SMS") {
      const judged = judgeValue(definition, value);
      if (judged.verdict === "keep") attributes[name] = judged.value;
    }
  }
  return attributes;
}

/** `GET /processes/{id}`. */
export function getProcess(store: BrevoStore, segment: string): StandInAnswer {
  const known = /^\d+$/.test(segment) ? store.processes.get(Number(segment)) : undefined;
  return known ? json(200, known) : problem(404, "invalid_parameter", "processId is invalid");
}
