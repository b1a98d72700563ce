/**
 * What a stand-in and the HTTP frame around it agree on. A stand-in plays a vendor: it sees requests and answers them, keeps a journal and a ground truth
 * outside its API, and takes faults. The frame owns sockets, ports and the disk. No production code imports anything from lib/sandbox: only base URLs differ.
 */

/** One HTTP request as the frame hands it over. `path` starts behind the stand-in's own prefix, e.g. `/v3/contacts`. Header names are lower-case. */
export interface StandInRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * What the frame does with the socket: `answer` sends the answer; `hang` sends nothing and keeps the socket open; `reset` destroys it with RST;
 * `truncate` sends headers and half of the body, then closes. `delayMs` passes before any of it.
 */
export type Transport = "answer" | "hang" | "reset" | "truncate";

export interface StandInAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  transport?: Transport;
  delayMs?: number;
}

/** A fault waiting for its requests. Counts are of matching requests: the first `skip` pass untouched, then `times` are struck, then it is spent. */
export interface ScheduledFault {
  id: string;
  /** Which fault, one of the stand-in's own list, e.g. `auth-401`, `commit-then-hang`. */
  fault: string;
  /** Only requests whose `METHOD /path` (Brevo) or operation name (Shopify) contains this text; absent: every request. */
  match?: string;
  skip: number;
  times: number | "forever";
  /** For `slow`, `late-commit`, lags: how long. */
  delayMs?: number;
  /** For faults that stand for a family of statuses (`edge-5xx`): which one. */
  status?: number;
}

/** How sure we are that the vendor does this: its own pages say so, people reported it, or we assume the worst. */
export type FaultTag = "documented" | "reported" | "assumed";

/** One fault that a stand-in can play, for `GET /{name}/faults/known`. */
export interface KnownFault {
  fault: string;
  description: string;
  tag: FaultTag;
}

/** One line of the journal: what came in and what became of it, whatever the caller was told. Read by tests and by the Sandbox page, never by production code. */
export interface JournalEntry {
  seq: number;
  at: string;
  /** `POST /v3/contacts` or the GraphQL operation name. */
  call: string;
  /** The record concerned: an address, a contact id, or a list of gids; for reading only. */
  subject: string | null;
  status: number;
  fault: string | null;
  /** Whether the vendor's state changed. */
  committed: boolean;
  /** Whether the caller got the answer (false for hang, reset, truncate). */
  answered: boolean;
  body: unknown;
}

/** A change of a stand-in's state, replayable: the frame appends it to disk before the answer leaves, so kill -9 loses nothing that a caller was told. */
export interface StateChange {
  kind: string;
  [key: string]: unknown;
}

export interface StandIn {
  readonly name: "shopify" | "brevo" | "mail";
  /** Every fault this stand-in can play; the frame refuses to schedule any other. */
  readonly knownFaults: readonly KnownFault[];
  handle(request: StandInRequest): Promise<StandInAnswer>;
  /** Control calls of the second port, path behind `/shopify` or `/brevo`; the answer is JSON. Journal, faults and reset are the frame's. */
  control(request: StandInRequest): Promise<StandInAnswer>;
  /** Applies a change read back from disk. Must be deterministic. `{kind: "reset"}` (from `POST /{name}/reset`) puts everything back to its beginning. */
  apply(change: StateChange): void;
  /** The whole state as changes, for compaction at start. */
  snapshot(): StateChange[];
}

/** Given to each stand-in when it is made. */
export interface StandInHost {
  now(): Date;
  /** Called with every change after it was applied in memory and before the answer is sent. */
  record(change: StateChange): void;
  /** Writes one line of the journal; `seq` and `at` are added, and `answered` is what the transport will do. */
  journal(entry: Omit<JournalEntry, "seq" | "at">): void;
  /**
   * The scheduled fault that strikes this request, if any; counts it as struck. Call it once per request.
   * @param call `METHOD /path` (Brevo) or the operation name (Shopify)
   */
  strike(call: string): ScheduledFault | null;
}

/** Makes a stand-in; `lib/sandbox/{shopify,brevo}/stand-in.ts` export one each (`createShopifyStandIn`, `createBrevoStandIn`). */
export type MakeStandIn<T extends StandIn = StandIn> = (host: StandInHost) => T;
