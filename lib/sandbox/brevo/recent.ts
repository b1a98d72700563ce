interface Touch {
  atMs: number;
  id: number;
}

/** Contacts by time of last change, so that `modifiedSince` costs its answer and a write costs O(1). Older touches of an id are swept now and then. */
export class RecentChanges {
  private touches: Touch[] = [];
  private sorted = true;
  private readonly latest = new Map<number, number>();

  /** @param atMs when the contact changed, epoch milliseconds */
  touch(id: number, atMs: number): void {
    const last = this.touches[this.touches.length - 1];
    if (last && last.atMs > atMs) this.sorted = false;
    this.touches.push({ atMs, id });
    this.latest.set(id, atMs);
    if (this.touches.length > 2 * this.latest.size + 1_000) this.sweep();
  }

  forget(id: number): void {
    this.latest.delete(id);
  }

  /** Touches held, the outdated among them. */
  get size(): number {
    return this.touches.length;
  }

  /** The ids changed strictly after a time, ascending. */
  idsSince(sinceMs: number): number[] {
    if (!this.sorted) this.sweep();
    const ids = new Set<number>();
    for (let index = this.touches.length - 1; index >= 0; index -= 1) {
      const touch = this.touches[index];
      if (!touch || touch.atMs <= sinceMs) break;
      if (this.latest.get(touch.id) === touch.atMs) ids.add(touch.id);
    }
    return [...ids].sort((a, b) => a - b);
  }

  private sweep(): void {
    this.touches = [...this.latest].map(([id, atMs]) => ({ id, atMs })).sort((a, b) => a.atMs - b.atMs);
    this.sorted = true;
  }
}
