import type { NoticeFacts } from "@/lib/alerts/notice-facts";

/** A notice that access to the shop was lost. */
export const noticeFacts = (more: Partial<NoticeFacts> = {}): NoticeFacts => ({
  deliveryId: "00000000-0000-4000-8000-000000000001",
  occasion: "opened",
  severity: "critical",
  writtenAtMs: Date.UTC(2026, 10, 30, 8),
  workspace: { id: "w1", name: "Linden & Söhne", timeZone: "Europe/Berlin", locale: "en" },
  sync: { id: "s1", name: "Customers to Newsletter" },
  finding: {
    id: "f1",
    kind: "sync.access_lost",
    code: "source.credential",
    figures: {},
    openedAtMs: Date.UTC(2026, 10, 30, 8),
    resolvedAtMs: null,
    byPerson: false,
  },
  escalated: false,
  ...more,
});
