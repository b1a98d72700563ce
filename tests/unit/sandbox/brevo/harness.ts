import type { SeedData } from "@/lib/sandbox/brevo/seed";
import { type BrevoStandInOptions, createBrevoStandIn, DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import type { StandInAnswer } from "@/lib/sandbox/contract";
import type { FaultRequest } from "@/lib/sandbox/faults";
import { hostStandIn } from "@/lib/sandbox/host";

/** An answer as a caller sees it: `body` parsed where it is JSON. */
export interface Seen extends Omit<StandInAnswer, "body"> {
  body: unknown;
}

/** A hosted stand-in on a clock of its own, limits off unless asked for, with a few attributes and lists in the account. */
export function hostBrevo(options: BrevoStandInOptions = {}) {
  let nowMs = Date.parse("2026-11-29T08:00:00.000Z");
  const lateWrites: (() => void)[] = [];
  const later = (_delayMs: number, run: () => void) => void lateWrites.push(run);
  const hosted = hostStandIn(
    (host) => createBrevoStandIn(host, { limits: false, later, ...options }),
    () => new Date(nowMs),
  );
  const { standIn, faults, journal } = hosted;
  standIn.seed(SEED);

  async function call(method: string, target: string, body?: unknown, key = DEMO_API_KEY): Promise<Seen> {
    const [path = "", query = ""] = target.split("?");
    const text = body === undefined ? "" : JSON.stringify(body);
    const headers: Record<string, string> = key === "" ? {} : { "api-key": key };
    const answer = await standIn.handle({ method, path, query: new URLSearchParams(query), headers, body: text });
    return { ...answer, body: parse(answer.body) };
  }

  async function control(method: string, target: string, body?: unknown): Promise<Seen> {
    const [path = "", query = ""] = target.split("?");
    const text = body === undefined ? "" : JSON.stringify(body);
    const answer = await standIn.control({ method, path, query: new URLSearchParams(query), headers: {}, body: text });
    return { ...answer, body: parse(answer.body) };
  }

  return {
    ...hosted,
    call,
    control,
    tick: (ms: number) => {
      nowMs += ms;
    },
    fault(request: FaultRequest) {
      const outcome = faults.schedule(request);
      if ("problem" in outcome) throw new Error(outcome.problem);
    },
    landLateWrites() {
      for (const run of lateWrites.splice(0)) run();
    },
    lastEntry: () => journal.read(journal.lastSeq() - 1, 1)[0],
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const SEED: SeedData = {
  lists: [
    { id: 1, name: "Newsletter", folderId: 1 },
    { id: 2, name: "VIP customers", folderId: 1 },
  ],
  attributes: [
    { name: "FIRSTNAME", category: "normal", type: "text" },
    { name: "IS_VIP", category: "normal", type: "boolean" },
    { name: "TOTAL_SPENT", category: "normal", type: "float" },
    { name: "LAST_ORDER", category: "normal", type: "date" },
    { name: "DOB", category: "normal", type: "date" },
    { name: "INTERESTS", category: "normal", type: "multiple-choice", multiCategoryOptions: ["tea", "coffee"] },
    {
      name: "TIER",
      category: "category",
      type: "text",
      enumeration: [
        { value: 0, valueStr: "gold", label: "Gold" },
        { value: 2, valueStr: "2", label: "Silver" },
      ],
    },
  ],
};
