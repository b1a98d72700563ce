import { contactShape } from "@/lib/connectors/brevo/answers";
import { classify, type Verdict } from "@/lib/connectors/brevo/classify";
import type { BrevoClient, BrevoReply } from "@/lib/connectors/brevo/client";
import {
  checkPayload,
  createBody,
  normaliseAddress,
  PHONE_ATTRIBUTES,
  updateBody,
  withoutAttributes,
} from "@/lib/connectors/brevo/contact-request";
import type { ContactPayload } from "@/lib/rules/payload";
import type { WriteAnswer, WriteTarget } from "@/lib/runner/destination-port";
import { failure } from "@/lib/runner/failures";

/** Says whether every list of a refused write exists; null when that could not be found out. */
export type ListsExist = (listIds: readonly number[]) => Promise<boolean | null>;

interface Attempt {
  verdict: Verdict;
  reply: BrevoReply;
  notes: string[];
}

/** One write in progress: counts its calls, so that what a limiter or cap reserved for it can be given back. */
class ContactWrite {
  calls = 0;

  constructor(
    private readonly client: BrevoClient,
    private readonly payload: ContactPayload,
    private readonly listsExist: ListsExist,
  ) {}

  async byAddress(rawAddress: string): Promise<WriteAnswer> {
    const address = normaliseAddress(rawAddress);
    if (this.payload.unlinkListIds.length > 0) {
      const answer = await this.takeOffLists(address);
      if (answer) return answer;
    }
    const attempt = await this.send("POST", "contacts", (payload) =>
      this.client.createContact(createBody(address, payload)),
    );
    if (attempt.verdict.kind !== "applied") return this.explain(attempt, null);
    const created = attempt.reply.kind === "answer" && attempt.reply.status === 201;
    const id = created ? idFrom(attempt.reply) : await this.findId(address);
    return this.applied(id, created, attempt.notes);
  }

  async byId(id: string): Promise<WriteAnswer> {
    const attempt = await this.send("PUT", "contact", (payload) => this.client.updateContact(id, updateBody(payload)));
    if (attempt.verdict.kind === "applied") return this.applied(id, false, attempt.notes);
    return this.explain(attempt, id);
  }

  /**
   * `POST` cannot take anyone off a list, so the contact is looked for first. Without one nobody is on a list: none is made unless there are lists to join.
   * @returns null when it is to be created
   */
  private async takeOffLists(address: string): Promise<WriteAnswer | null> {
    const found = await this.look({ by: "address", address });
    switch (found.kind) {
      case "found":
        return this.byId(found.id);
      case "gone":
        return this.payload.listIds.length > 0 ? null : this.applied(null, false, ["contact_absent"]);
      case "unknown":
        return notFoundOut(found.verdict);
    }
  }

  /** Sends, and once more without the phone if that may be what Brevo refuses: the phone must not cost the whole contact. */
  private async send(
    method: "POST" | "PUT",
    path: "contacts" | "contact",
    call: (payload: ContactPayload) => Promise<BrevoReply>,
  ): Promise<Attempt> {
    const first = await this.sendOnce(method, path, () => call(this.payload));
    const withheld = phonesToWithhold(first.verdict, this.payload);
    if (withheld.length === 0) return first;
    const second = await this.sendOnce(method, path, () => call(withoutAttributes(this.payload, withheld)));
    return { ...second, notes: withheld.map((name) => `${name}:phone_withheld`) };
  }

  private async sendOnce(method: "POST" | "PUT", path: "contacts" | "contact", call: () => Promise<BrevoReply>) {
    this.calls += 1;
    const reply = await call();
    return { verdict: classify(method, path, reply), reply, notes: [] };
  }

  /** A 204 carries no id. The write stands whether or not the id is found now. */
  private async findId(address: string): Promise<string | null> {
    const found = await this.look({ by: "address", address });
    return found.kind === "found" ? found.id : null;
  }

  private async look(
    target: WriteTarget,
  ): Promise<{ kind: "found"; id: string } | { kind: "gone" } | { kind: "unknown"; verdict: Verdict }> {
    this.calls += 1;
    const reply = await this.client.getContact(target);
    const verdict = classify("GET", "contact", reply);
    if (verdict.kind === "gone") return { kind: "gone" };
    const id = verdict.kind === "applied" ? idFrom(reply) : null;
    return id === null ? { kind: "unknown", verdict } : { kind: "found", id };
  }

  private async explain({ verdict }: Attempt, id: string | null): Promise<WriteAnswer> {
    switch (verdict.kind) {
      case "applied":
      case "accepted":
        return { kind: "doubt", code: verdict.kind };
      case "conflict":
        return { kind: "permanent", code: "duplicate_parameter" };
      case "permanent":
        return this.explainRefusal(verdict.code);
      case "gone":
        return id === null ? { kind: "permanent", code: "document_not_found" } : this.explainAbsence(id);
      case "transient":
      case "stop":
      case "doubt":
        return verdict;
    }
  }

  /** A list that is gone comes as a 400 like any other, and would be taken for a fault of every record. */
  private async explainRefusal(code: string): Promise<WriteAnswer> {
    const lists = [...this.payload.listIds, ...this.payload.unlinkListIds];
    if (lists.length > 0 && (await this.listsExist(lists)) === false)
      return { kind: "stop", failure: failure("destination.list_missing", code) };
    return { kind: "permanent", code };
  }

  /** A 404 on our own id may speak of a list. Only a contact that cannot be read either was erased: that mark is for ever. */
  private async explainAbsence(id: string): Promise<WriteAnswer> {
    const found = await this.look({ by: "id", id });
    switch (found.kind) {
      case "gone":
        return { kind: "erased" };
      case "found":
        return { kind: "stop", failure: failure("destination.list_missing", "document_not_found") };
      case "unknown":
        return notFoundOut(found.verdict);
    }
  }

  private applied(destinationId: string | null, created: boolean, notes: string[]): WriteAnswer {
    return { kind: "applied", destinationId, created, notes, calls: this.calls };
  }
}

/** Writes one contact. Never throws for what Brevo does. @returns what became of it; see `WriteAnswer` */
export async function writeContact(
  client: BrevoClient,
  input: { target: WriteTarget; payload: ContactPayload },
  listsExist: ListsExist,
): Promise<WriteAnswer> {
  const refused = checkPayload(input.payload);
  if (refused) return { kind: "stop", failure: refused };
  const write = new ContactWrite(client, input.payload, listsExist);
  return input.target.by === "id" ? write.byId(input.target.id) : write.byAddress(input.target.address);
}

/**
 * Which phone attributes to leave out of a second try: those that clash, or all when Brevo refuses the record without saying why.
 * A clash that is not about phones alone would not be mended by it.
 */
function phonesToWithhold(verdict: Verdict, payload: ContactPayload): string[] {
  const sent = PHONE_ATTRIBUTES.filter((name) => (payload.attributes[name] ?? "") !== "");
  if (verdict.kind === "permanent") return sent;
  if (verdict.kind !== "conflict") return [];
  const clashing = verdict.identifiers.map((name) => name.toUpperCase());
  const areAllSent = clashing.every((name) => sent.some((phone) => phone === name));
  return areAllSent ? sent.filter((name) => clashing.includes(name)) : [];
}

/** Nothing was written yet; a look that told nothing is tried again later. */
function notFoundOut(verdict: Verdict): WriteAnswer {
  if (verdict.kind === "stop" || verdict.kind === "transient") return verdict;
  return { kind: "transient", failure: failure("destination.unavailable", "unreadable_contact") };
}

function idFrom(reply: BrevoReply): string | null {
  const parsed = contactShape.pick({ id: true }).safeParse(reply.kind === "answer" ? reply.body : undefined);
  return parsed.success ? String(parsed.data.id) : null;
}
