import type { ScheduledFault } from "@/lib/sandbox/contract";
import type { ShopChange, ShopState } from "@/lib/sandbox/shopify/shop-state";
import type { VisibleData } from "@/lib/sandbox/shopify/wire-customer";

/** An entry of `extensions.search`, as the debug header asks for. */
export interface SearchDebug {
  path: string[];
  query: string;
  parsed: unknown;
  warnings: unknown[];
}

/** What one query is answered from. */
export interface ReadContext {
  state: ShopState;
  /** Applies a change and records it: for mutations. */
  commit: (change: ShopChange) => void;
  /** Our clock, for lag and late commits. */
  hostMs: number;
  /** The vendor's clock, for what counts as recent. */
  shopMs: number;
  scopes: readonly string[];
  visible: VisibleData;
  fault: ScheduledFault | null;
  /** Filled while the query is executed. */
  searches: SearchDebug[];
}
