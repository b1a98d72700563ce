/** A record that Brevo will not take. Nothing personal; instants are epoch ms. */
export interface HeldLine {
  /** Shopify's numeric id. */
  recordId: string;
  /** Brevo's error code, or ours (`answer_lost`). */
  code: string;
  /** The first refusal that the ledger still knows of. */
  sinceMs: number;
  lastTryMs: number;
  tries: number;
  /** When it is tried again by itself; null: with the next run. */
  nextTryMs: number | null;
  /** Whether it waits for another try at all. */
  isQueued: boolean;
}

export interface HeldPage {
  records: HeldLine[];
  /** Where the shop's own pages are; null for a stand-in. */
  shopDomain: string | null;
  /** All that are held, on every page. */
  total: number;
  /** Cursor of the next page; null at the end. */
  next: string | null;
}
