import type { Tone } from "@/components/ui/tone";

export type CallOutcome = "written" | "answered" | "written_unanswered" | "unanswered" | "not_there" | "refused";

interface Call {
  call: string;
  status: number;
  fault: string | null;
  committed: boolean;
  answered: boolean;
}

/** What became of a call at the vendor, and whether we were told. */
export function callOutcome(line: Call): CallOutcome {
  if (!line.answered) return line.committed ? "written_unanswered" : "unanswered";
  // A look-up that finds nobody is an ordinary answer: every new contact is looked up first.
  if (line.status === 404 && line.fault === null && line.call.startsWith("GET ")) return "not_there";
  if (line.status >= 400) return line.committed ? "written_unanswered" : "refused";
  return line.committed ? "written" : "answered";
}

export function outcomeTone(outcome: CallOutcome): Tone {
  switch (outcome) {
    case "written":
      return "success";
    case "answered":
    case "not_there":
      return "neutral";
    case "written_unanswered":
      return "warning";
    case "unanswered":
    case "refused":
      return "danger";
    default:
      throw new Error(`Unknown outcome ${JSON.stringify(outcome satisfies never)}`);
  }
}

/** The subject of a call for one line: the first of many ids, without the part that all of them share. */
export function firstSubject(subject: string | null): { first: string; more: number } | null {
  if (subject === null || subject === "") return null;
  const [first = "", ...rest] = subject.split(" ");
  return { first: first.replace("gid://shopify/", ""), more: rest.length };
}
