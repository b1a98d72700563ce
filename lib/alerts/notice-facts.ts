import type { Occasion } from "@/lib/runner/finding";
import type { Severity } from "@/lib/runner/finding-kinds";

/** What is known of one delivery when it is made; instants are epoch ms. */
export interface NoticeFacts {
  deliveryId: string;
  occasion: Occasion;
  severity: Severity;
  /** When the notice was written. */
  writtenAtMs: number;
  workspace: { id: string; name: string; timeZone: string; locale: string };
  sync: { id: string; name: string } | null;
  /** Null for a test. */
  finding: {
    id: string;
    kind: string;
    code: string | null;
    figures: Record<string, number>;
    openedAtMs: number;
    resolvedAtMs: number | null;
    byPerson: boolean;
  } | null;
  /** It goes to an owner, because no channel took it. */
  escalated: boolean;
}
