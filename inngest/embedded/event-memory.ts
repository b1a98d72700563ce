const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** Which event ids were seen in the last 24 hours: the same id is the same event, as on a real server. */
export class EventMemory {
  private readonly seenAtMs = new Map<string, number>();

  /** @param maxIds the oldest ids are forgotten beyond it, so that memory stays bounded */
  constructor(private readonly maxIds = 100_000) {}

  /** @returns true if the id is new, and remembers it from `nowMs` on */
  remember(id: string, nowMs: number): boolean {
    for (const [oldest, seenAtMs] of this.seenAtMs) {
      if (seenAtMs > nowMs - REMEMBERED_MS && this.seenAtMs.size < this.maxIds) break;
      this.seenAtMs.delete(oldest);
    }
    if (this.seenAtMs.has(id)) return false;
    this.seenAtMs.set(id, nowMs);
    return true;
  }
}
