/** A line of the shop's history: that a record was deleted, or merged into another. */
export interface ShopEvent {
  /** Counted from 1. */
  seq: number;
  /** `destroy` is documented; what a merge is called nobody has seen: `settings.mergeEvent` [?]. */
  action: string;
  /** Whole second of the shop's clock. */
  createdAt: string;
  subjectType: "CUSTOMER" | "ORDER";
  subjectId: string;
}
