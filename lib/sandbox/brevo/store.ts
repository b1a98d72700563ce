import { type Alarms, type BrevoChange, isBrevoChange, type StoredProcess } from "@/lib/sandbox/brevo/changes";
import {
  type Identifier,
  readIdentifiers,
  type StoredAttribute,
  type StoredContact,
  type StoredList,
} from "@/lib/sandbox/brevo/contact";
import type { StoredHook } from "@/lib/sandbox/brevo/hook-body";
import { RecentChanges } from "@/lib/sandbox/brevo/recent";
import type { Settings } from "@/lib/sandbox/brevo/settings";
import type { StandInHost, StateChange } from "@/lib/sandbox/contract";

const NO_ALARMS: Alarms = { tripwire: 0, forceMergeSeen: 0, addressChanges: 0 };

/** The account: contacts with their unique indexes, lists with their members, attributes, settings. Every write is O(1) in the number of contacts. */
export class BrevoStore {
  readonly contacts = new Map<number, StoredContact>();
  readonly lists = new Map<number, StoredList>();
  readonly members = new Map<number, Set<number>>();
  readonly attributes = new Map<string, StoredAttribute>();
  readonly processes = new Map<number, StoredProcess>();
  readonly hooks = new Map<number, StoredHook>();
  recent = new RecentChanges();
  alarms: Alarms = NO_ALARMS;
  settings: Settings;
  /** Counts changes of contacts, lists and attributes: tells whether a request changed anything. */
  revision = 0;
  private readonly owners = new Map<string, number>();
  private ids: number[] = [];
  private nextContactId = 1;
  private nextListId = 1;

  constructor(
    private readonly host: StandInHost,
    private readonly initial: Settings,
  ) {
    this.settings = initial;
  }

  /** Applies a change and hands it to the frame for the disk. */
  commit(change: BrevoChange): void {
    this.applyChange(change);
    this.host.record(change);
  }

  /** Applies a change read back from disk. @throws on a kind it does not know */
  apply(change: StateChange): void {
    if (!isBrevoChange(change)) throw new Error(`The Brevo stand-in does not know the change "${change.kind}".`);
    this.applyChange(change);
  }

  /** The contact that holds an identifier, or undefined. */
  findBy(identifier: Identifier, value: string): StoredContact | undefined {
    const id = this.owners.get(`${identifier}:${value}`);
    return id === undefined ? undefined : this.contacts.get(id);
  }

  /** All contact ids, ascending, which is the order of creation. */
  idsInOrder(): readonly number[] {
    return this.ids;
  }

  /** An id never given before, also not to a contact since deleted. */
  peekContactId(): number {
    return this.nextContactId;
  }

  peekListId(): number {
    return this.nextListId;
  }

  peekProcessId(): number {
    return this.processes.size + 1;
  }

  now(): Date {
    return this.host.now();
  }

  snapshot(): BrevoChange[] {
    return [
      { kind: "settings-put", settings: this.settings },
      { kind: "alarms-put", alarms: this.alarms },
      ...[...this.attributes.values()].map((attribute) => ({ kind: "attribute-put", attribute }) as const),
      ...[...this.lists.values()].map((list) => ({ kind: "list-put", list }) as const),
      ...[...this.contacts.values()].map((contact) => ({ kind: "contact-put", contact }) as const),
      ...[...this.processes.values()].map((process) => ({ kind: "process-put", process }) as const),
      ...[...this.hooks.values()].map((hook) => ({ kind: "hook-put", hook }) as const),
      { kind: "next-contact-id", id: this.nextContactId },
    ];
  }

  private applyChange(change: BrevoChange): void {
    switch (change.kind) {
      case "contact-put":
        this.revision += 1;
        this.putContact(change.contact);
        return;
      case "contact-gone":
        this.revision += 1;
        this.dropContact(change.id);
        return;
      case "next-contact-id":
        this.nextContactId = Math.max(this.nextContactId, change.id);
        return;
      case "list-put":
        this.revision += 1;
        this.lists.set(change.list.id, change.list);
        if (!this.members.has(change.list.id)) this.members.set(change.list.id, new Set());
        this.nextListId = Math.max(this.nextListId, change.list.id + 1);
        return;
      case "attribute-put":
        this.revision += 1;
        this.attributes.set(change.attribute.name, change.attribute);
        return;
      case "settings-put":
        this.settings = change.settings;
        return;
      case "process-put":
        this.processes.set(change.process.id, change.process);
        return;
      case "alarms-put":
        this.alarms = change.alarms;
        return;
      case "hook-put":
        this.hooks.set(change.hook.id, change.hook);
        return;
      case "reset":
        this.reset();
        return;
    }
  }

  private reset(): void {
    for (const map of [
      this.contacts,
      this.lists,
      this.members,
      this.attributes,
      this.processes,
      this.owners,
      this.hooks,
    ])
      map.clear();
    this.recent = new RecentChanges();
    this.ids = [];
    this.nextContactId = 1;
    this.nextListId = 1;
    this.alarms = NO_ALARMS;
    this.settings = this.initial;
  }

  private putContact(contact: StoredContact): void {
    const before = this.contacts.get(contact.id);
    if (before) this.unindex(before);
    else this.insertId(contact.id);
    this.contacts.set(contact.id, contact);
    for (const [identifier, value] of readIdentifiers(contact)) this.owners.set(`${identifier}:${value}`, contact.id);
    for (const listId of contact.listIds) this.members.get(listId)?.add(contact.id);
    this.recent.touch(contact.id, Date.parse(contact.modifiedAt));
    this.nextContactId = Math.max(this.nextContactId, contact.id + 1);
  }

  private dropContact(id: number): void {
    const contact = this.contacts.get(id);
    if (!contact) return;
    this.unindex(contact);
    this.contacts.delete(id);
    this.recent.forget(id);
    const index = this.ids.indexOf(id);
    if (index >= 0) this.ids.splice(index, 1);
  }

  private unindex(contact: StoredContact): void {
    for (const [identifier, value] of readIdentifiers(contact)) {
      const key = `${identifier}:${value}`;
      if (this.owners.get(key) === contact.id) this.owners.delete(key);
    }
    for (const listId of contact.listIds) this.members.get(listId)?.delete(contact.id);
  }

  private insertId(id: number): void {
    const last = this.ids[this.ids.length - 1];
    this.ids.push(id);
    if (last !== undefined && last > id) this.ids.sort((a, b) => a - b);
  }
}
