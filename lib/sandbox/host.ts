import path from "node:path";
import type { JournalEntry, MakeStandIn, StandIn, StateChange } from "@/lib/sandbox/contract";
import { type LineFile, openLineFile } from "@/lib/sandbox/disk";
import { createFaultBook, type FaultBook } from "@/lib/sandbox/faults";
import { createJournal, type Journal } from "@/lib/sandbox/journal";

const JOURNAL_LINES_KEPT = 5_000;

/** One stand-in with everything the frame keeps for it. */
export interface HostedStandIn<T extends StandIn = StandIn> {
  standIn: T;
  journal: Journal;
  faults: FaultBook;
  /** Empties the journal, cancels all faults and puts the stand-in back to its beginning. */
  reset(): void;
  close(): void;
}

/**
 * Makes a stand-in, plays back what is on disk, and compacts it.
 * @param dataDir folder for `<name>.jsonl` (state) and `<name>-journal.jsonl`; undefined: memory only
 */
export function hostStandIn<T extends StandIn>(
  make: MakeStandIn<T>,
  now: () => Date,
  dataDir?: string,
): HostedStandIn<T> {
  const journal = createJournal(now);
  let stateFile: LineFile<StateChange> | undefined;
  let journalFile: LineFile<JournalEntry> | undefined;
  let faults: FaultBook | undefined;

  const standIn = make({
    now,
    record: (change) => stateFile?.append(change),
    journal(entry) {
      const line = journal.add(entry);
      journalFile?.append(line);
    },
    strike: (call) => faults?.strike(call) ?? null,
  });
  const book = createFaultBook(standIn.knownFaults);
  faults = book;

  if (dataDir !== undefined) {
    stateFile = openLineFile<StateChange>(path.join(dataDir, `${standIn.name}.jsonl`), (change) =>
      standIn.apply(change),
    );
    stateFile.replace(standIn.snapshot());
    journalFile = openLineFile<JournalEntry>(path.join(dataDir, `${standIn.name}-journal.jsonl`), journal.restore);
    journalFile.replace(journal.read(journal.lastSeq() - JOURNAL_LINES_KEPT, JOURNAL_LINES_KEPT));
  }

  return {
    standIn,
    journal,
    faults: book,
    reset() {
      standIn.apply({ kind: "reset" });
      stateFile?.replace(standIn.snapshot());
      journal.clear();
      journalFile?.replace([]);
      book.cancel();
    },
    close() {
      stateFile?.close();
      journalFile?.close();
      stateFile = undefined;
      journalFile = undefined;
    },
  };
}
