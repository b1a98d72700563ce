/**
 * Items in sort order with O(log n) search. Single changes shift the array (a few microseconds at shop sizes);
 * a bulk load marks it unsorted and sorts once at the next read.
 */
export class SortedList<T> {
  private items: T[] = [];
  private sorted = true;

  constructor(private readonly compare: (left: T, right: T) => number) {}

  get length(): number {
    return this.items.length;
  }

  insert(item: T): void {
    this.settle();
    this.items.splice(
      this.firstNotBefore((other) => this.compare(other, item)),
      0,
      item,
    );
  }

  remove(item: T): void {
    this.settle();
    const at = this.firstNotBefore((other) => this.compare(other, item));
    const found = this.items[at];
    if (found !== undefined && this.compare(found, item) === 0) this.items.splice(at, 1);
  }

  replaceAll(items: readonly T[]): void {
    this.items = [...items];
    this.sorted = false;
  }

  /** Index of the first item for which `position` is not negative; `position` must rise along the order. */
  firstNotBefore(position: (item: T) => number): number {
    this.settle();
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (position(this.items[middle] as T) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  at(index: number): T | undefined {
    this.settle();
    return this.items[index];
  }

  /** Items from `start` up to, not including, `end`. */
  slice(start: number, end: number): T[] {
    this.settle();
    return this.items.slice(start, end);
  }

  private settle(): void {
    if (this.sorted) return;
    this.items.sort(this.compare);
    this.sorted = true;
  }
}
