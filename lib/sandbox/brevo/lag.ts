import type { StoredContact } from "@/lib/sandbox/brevo/contact";

interface Hidden {
  untilMs: number;
  before: StoredContact | undefined;
}

/** What readers do not see yet: for a while after a lagging commit, `GET` answers with the contact as it was before, or that there is none. */
export class ReadLag {
  private readonly hidden = new Map<number, Hidden>();

  /** @param before the contact as readers go on seeing it; undefined: it does not exist for them. A running lag keeps what it shows. */
  hide(id: number, before: StoredContact | undefined, nowMs: number, lagMs: number): void {
    const running = this.hidden.get(id);
    const shown = running && nowMs < running.untilMs ? running.before : before;
    this.hidden.set(id, { before: shown, untilMs: nowMs + lagMs });
  }

  /** The contact as a reader sees it now. */
  see(id: number, current: StoredContact | undefined, nowMs: number): StoredContact | undefined {
    const hidden = this.hidden.get(id);
    if (!hidden) return current;
    if (nowMs < hidden.untilMs) return hidden.before;
    this.hidden.delete(id);
    return current;
  }

  clear(): void {
    this.hidden.clear();
  }
}
