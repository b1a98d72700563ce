import type { StandInControl } from "@/lib/sandbox/client";
import type { JournalEntry } from "@/lib/sandbox/contract";
import { sleep } from "../../scripts/lib/processes.mjs";

const LOOK_EACH_MS = 25;
const PAGE = 2_000;

/** Whether the account carried a write of a contact out, whatever the caller was told. */
const isWrite = ({ call, status }: JournalEntry): boolean =>
  /^(POST|PUT) \/v3\/contacts/.test(call) && status >= 200 && status < 300;

/** Brevo's own journal of the writes that it carried out, followed while it grows. */
export class CallLog {
  writes: JournalEntry[] = [];
  private lastSeq = 0;

  constructor(private readonly brevo: StandInControl) {}

  /** Reads what is new. @returns the new writes */
  async read(): Promise<JournalEntry[]> {
    const found: JournalEntry[] = [];
    for (;;) {
      const { entries } = await this.brevo.journal(this.lastSeq, PAGE);
      this.lastSeq = entries.at(-1)?.seq ?? this.lastSeq;
      found.push(...entries.filter(isWrite));
      if (entries.length < PAGE) break;
    }
    this.writes.push(...found);
    return found;
  }

  /** Waits for a write that is carried out from now on; with slow answers its caller still waits when this returns. @returns whether one came in time */
  async nextWrite(timeoutMs: number): Promise<boolean> {
    await this.read();
    for (const endMs = Date.now() + timeoutMs; Date.now() < endMs; await sleep(LOOK_EACH_MS))
      if ((await this.read()).length > 0) return true;
    return false;
  }
}
