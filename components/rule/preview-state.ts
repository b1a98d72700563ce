import type { DraftRule } from "@/lib/rules/draft";
import type { ShownPreview } from "@/lib/use-cases/previews/read-preview";
import { sameJson } from "./same-json";

export type PreviewView =
  | { kind: "none" }
  | { kind: "running" }
  | { kind: "failed" }
  | { kind: "ready"; isStale: boolean; isExpired: boolean };

/** What the panel shows. A preview of another rule than the one on the screen is stale, saved or not; one edited back is not. */
export function previewView(preview: ShownPreview | null, draft: DraftRule, nowMs: number): PreviewView {
  if (preview === null) return { kind: "none" };
  switch (preview.state) {
    case "running":
      return { kind: "running" };
    case "failed":
      return { kind: "failed" };
    case "ready": {
      const isExpired = preview.isExpired || preview.expiresAtMs <= nowMs;
      return { kind: "ready", isStale: !sameJson(preview.rule, draft), isExpired };
    }
    default:
      throw new Error(`Unknown state: ${String(preview.state)}`);
  }
}

/** Only what was seen, as it was seen, may be published. */
export function mayPublish(view: PreviewView, isSaved: boolean): boolean {
  return view.kind === "ready" && !view.isStale && !view.isExpired && isSaved;
}
