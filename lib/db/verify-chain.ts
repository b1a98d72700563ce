import { type AuditFact, type ChainedFact, type ChainHead, hashBefore, hashOf, isSealed } from "./audit-chain";

export type ChainFault =
  /** The workspace has no chain: emptied, or never begun. */
  | "no_chain"
  /** An entry that was there when the chain began was changed, added or deleted. */
  | "older_entries_changed"
  /** Entries are missing before this one. */
  | "gap"
  /** Its previous hash is not that of the entry before it: one of the two was moved or replaced. */
  | "not_linked"
  /** What it says is not what was hashed. */
  | "edited"
  /** Its seal is not ours: the chain was made anew from here. */
  | "seal_differs"
  /** The head says that the chain went on. */
  | "cut_off"
  /** The head names another last entry. */
  | "head_differs"
  /** A head that was kept elsewhere is not on this chain. */
  | "kept_head_differs"
  /** A head that was kept elsewhere lies beyond the end of this chain. */
  | "cut_off_since_kept"
  /** The head that was kept elsewhere is not sealed by this installation. */
  | "kept_head_forged";

export interface BrokenAt {
  workspaceId: string;
  fault: ChainFault;
  /** The first entry at fault; null when it is none that is there. */
  seq: number | null;
  entryId: string | null;
}

/** Goes along one chain, entry by entry, and stops at the first that is wrong. Pure; the entries come in pages. */
export class ChainVerifier {
  #seq = 0;
  #hash: string;
  #seal = "";

  constructor(
    private readonly signingKey: Uint8Array,
    private readonly workspaceId: string,
    older: readonly AuditFact[],
    private readonly kept: readonly ChainHead[] = [],
  ) {
    this.#hash = hashBefore(workspaceId, older);
  }

  get head(): ChainHead {
    return { workspaceId: this.workspaceId, seq: this.#seq, hash: this.#hash, seal: this.#seal };
  }

  /** @returns what is wrong with the next entry, or null */
  follow(entry: ChainedFact): BrokenAt | null {
    const fault = this.#faultOf(entry);
    if (fault) return { workspaceId: this.workspaceId, fault, seq: entry.seq, entryId: entry.id };
    this.#seq = entry.seq;
    this.#hash = entry.hash;
    this.#seal = entry.seal;
    return null;
  }

  /** After the last entry. @param head what the database says the end is */
  end(head: { seq: number; hash: string } | null): BrokenAt | null {
    const broken = (fault: ChainFault): BrokenAt => ({
      ...{ workspaceId: this.workspaceId, fault, seq: this.#seq + 1, entryId: null },
    });
    if (this.kept.some((one) => one.seq > this.#seq)) return broken("cut_off_since_kept");
    if (!head || this.#seq === 0) return broken("no_chain");
    if (head.seq > this.#seq) return broken("cut_off");
    return head.seq === this.#seq && head.hash === this.#hash ? null : broken("head_differs");
  }

  #faultOf(entry: ChainedFact): ChainFault | null {
    if (entry.seq !== this.#seq + 1) return "gap";
    if (entry.prevHash !== this.#hash) return entry.seq === 1 ? "older_entries_changed" : "not_linked";
    if (entry.workspaceId !== this.workspaceId || hashOf(entry.prevHash, entry.seq, entry) !== entry.hash)
      return "edited";
    if (!isSealed(this.signingKey, entry)) return "seal_differs";
    const kept = this.kept.filter((one) => one.seq === entry.seq);
    if (kept.some((one) => !isSealed(this.signingKey, one))) return "kept_head_forged";
    return kept.some((one) => one.hash !== entry.hash) ? "kept_head_differs" : null;
  }
}
