import type { JournalEntry } from "@/lib/sandbox/contract";

const CAPACITY = 20_000;

/** What a stand-in was asked and what became of it. The newest 20,000 lines are kept. */
export interface Journal {
  add(entry: Omit<JournalEntry, "seq" | "at">): JournalEntry;
  /** Puts back a line read from disk; lines come in order. */
  restore(entry: JournalEntry): void;
  /** Lines with `seq > after`, oldest first, at most `limit`. */
  read(after: number, limit: number): JournalEntry[];
  clear(): void;
  lastSeq(): number;
}

/** @param now clock for the lines' `at` */
export function createJournal(now: () => Date): Journal {
  let lines: JournalEntry[] = [];
  let seq = 0;

  function push(line: JournalEntry): void {
    lines.push(line);
    seq = line.seq;
    if (lines.length > CAPACITY * 1.5) lines = lines.slice(-CAPACITY);
  }

  return {
    add(entry) {
      const line = { seq: seq + 1, at: now().toISOString(), ...entry };
      push(line);
      return line;
    },
    restore: push,
    read(after, limit) {
      const first = lines[0];
      if (!first) return [];
      const start = Math.max(0, after - first.seq + 1);
      return lines.slice(start, start + limit);
    },
    clear() {
      lines = [];
    },
    lastSeq: () => seq,
  };
}
