import { ok, type Result } from "@/lib/kernel/result";
import type { Failure } from "@/lib/runner/failures";

/** Where a client gets its access token from: one that lasts, or one that is renewed while the client is in use. */
export interface TokenSupply {
  /** The token to use now, renewed if it is about to run out. */
  current(): Promise<Result<string, Failure>>;
  /** Shopify refused this token. @returns another to try once more, or null when there is none */
  afterRefusal(token: string): Promise<Result<string, Failure> | null>;
  /** Shopify took this token: what came before it is no longer needed. */
  worked(token: string): Promise<void>;
}

/** A token that lasts until somebody revokes it, such as those of custom apps (`shpat_`). */
export const lasting = (token: string): TokenSupply => ({
  current: async () => ok(token),
  afterRefusal: async () => null,
  worked: async () => {},
});
