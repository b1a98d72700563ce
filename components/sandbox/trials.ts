import type { Side } from "@/lib/use-cases/sandbox/faults";

/** One press that breaks something worth watching; its words are `sandbox.trials.<key>`. */
export interface Trial {
  key: string;
  /** The form's fields as `scheduleFault` reads them. */
  fields: Readonly<Record<string, string>> & { side: Side; fault: string };
}

export const TRIALS: readonly Trial[] = [
  { key: "empty", fields: { side: "shopify", fault: "empty-list", forever: "on", match: "Customers" } },
  { key: "short", fields: { side: "shopify", fault: "short-list", forever: "on", match: "Customers" } },
  { key: "throttle", fields: { side: "shopify", fault: "throttled-200", times: "10" } },
  { key: "hang", fields: { side: "shopify", fault: "hang", times: "3" } },
  { key: "lost", fields: { side: "brevo", fault: "commit-then-reset", times: "1", match: "POST /v3/contacts" } },
  { key: "busy", fields: { side: "brevo", fault: "429", times: "20" } },
  {
    key: "optout",
    fields: { side: "brevo", fault: "optout-between-read-and-write", times: "5", match: "POST /v3/contacts" },
  },
  { key: "down", fields: { side: "brevo", fault: "500-before-commit", forever: "on" } },
];
