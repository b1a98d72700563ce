export interface SimulatedEvent {
  atMs: number;
  order: number;
  happen: () => void;
}

/** Events by time, and by the order in which they were put in at the same time. A binary heap. */
export class EventQueue {
  private readonly heap: SimulatedEvent[] = [];
  private count = 0;

  put(atMs: number, happen: () => void): void {
    this.heap.push({ atMs, order: this.count++, happen });
    this.siftUp(this.heap.length - 1);
  }

  /** The time of the next event; null when there is none. */
  nextMs(): number | null {
    return this.heap[0]?.atMs ?? null;
  }

  take(): SimulatedEvent | null {
    const first = this.heap[0];
    const last = this.heap.pop();
    if (first === undefined || last === undefined) return null;
    if (this.heap.length > 0) {
      this.heap[0] = last;
      this.siftDown();
    }
    return first;
  }

  private siftUp(from: number): void {
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (!this.isBefore(index, above)) return;
      this.swap(index, above);
      index = above;
    }
  }

  private siftDown(): void {
    let index = 0;
    for (;;) {
      let least = index;
      for (const below of [2 * index + 1, 2 * index + 2])
        if (below < this.heap.length && this.isBefore(below, least)) least = below;
      if (least === index) return;
      this.swap(index, least);
      index = least;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (!one || !other) return false;
    return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (one && other) [this.heap[a], this.heap[b]] = [other, one];
  }
}
