import type { ContactPayload } from "@/lib/rules/payload";
import type { Destination, LookUpAnswer, WriteAnswer, WriteTarget } from "@/lib/runner/destination-port";

export interface FakeContact {
  id: string;
  address: string;
  attributes: ContactPayload["attributes"];
  lists: Set<number>;
  blocklisted: boolean;
}

/** How the next writes go wrong: the answer given, and whether the write is carried out all the same. */
export interface WriteFault {
  answer: WriteAnswer;
  commits: boolean;
  /** Only writes of this record's address; absent: any. */
  address?: string;
}

/** A Brevo account in memory behind the runner's Destination port, with a journal of what was carried out. */
export class FakeAccount implements Destination {
  readonly contacts = new Map<string, FakeContact>();
  readonly journal: { deliveryKey: string; address: string; committed: boolean; answered: boolean }[] = [];
  readonly faults: WriteFault[] = [];
  lookUps = 0;
  private nextId = 1;

  byAddress(address: string): FakeContact | undefined {
    return [...this.contacts.values()].find((contact) => contact.address === address);
  }

  async write(input: { target: WriteTarget; payload: ContactPayload; deliveryKey: string }): Promise<WriteAnswer> {
    const found = this.find(input.target);
    const address = found?.address ?? (input.target.by === "address" ? input.target.address : "");
    const index = this.faults.findIndex((fault) => fault.address === undefined || fault.address === address);
    const [fault] = index < 0 ? [] : this.faults.splice(index, 1);
    const committed = fault?.commits ?? true;
    this.journal.push({
      deliveryKey: input.deliveryKey,
      address,
      committed,
      answered: fault === undefined || fault.answer.kind !== "doubt",
    });
    const applied = committed ? this.commit(input.target, input.payload, found) : null;
    return fault?.answer ?? applied ?? { kind: "erased" };
  }

  async lookUp(input: { target: WriteTarget; payload: ContactPayload }): Promise<LookUpAnswer> {
    this.lookUps++;
    const contact = this.find(input.target);
    if (!contact) return { kind: "absent" };
    const { attributes, listIds, unlinkListIds } = input.payload;
    const matches =
      Object.entries(attributes).every(([name, value]) => contact.attributes[name] === value) &&
      listIds.every((id) => contact.lists.has(id)) &&
      unlinkListIds.every((id) => !contact.lists.has(id));
    return { kind: "found", destinationId: contact.id, blocklisted: contact.blocklisted, matches };
  }

  private find(target: WriteTarget): FakeContact | undefined {
    return target.by === "id" ? this.contacts.get(target.id) : this.byAddress(target.address);
  }

  private commit(target: WriteTarget, payload: ContactPayload, found: FakeContact | undefined): WriteAnswer {
    if (!found && target.by === "id") return { kind: "erased" };
    const contact: FakeContact = found ?? {
      id: String(this.nextId++),
      address: target.by === "address" ? target.address : "",
      attributes: {},
      lists: new Set(),
      blocklisted: false,
    };
    this.contacts.set(contact.id, contact);
    Object.assign(contact.attributes, payload.attributes);
    for (const id of payload.listIds) contact.lists.add(id);
    for (const id of payload.unlinkListIds) contact.lists.delete(id);
    if (payload.emailBlacklisted) contact.blocklisted = true;
    return { kind: "applied", destinationId: contact.id, created: !found, notes: [], calls: 1 };
  }
}
