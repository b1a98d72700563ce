import { csvLine } from "@/lib/kernel/csv";
import type { Context } from "../context";
import { type ActivityLine, pageActivity } from "./list-activity";

const PAGE = 1_000;
const COLUMNS = ["time", "who", "kind", "verb", "about", "id", "name", "details", "place", "hash"] as const;

const cellsOf = (line: ActivityLine) => [
  ...[new Date(line.atMs).toISOString(), line.actorName, line.actorKind, line.verb],
  ...[line.subjectKind, line.subjectId, line.subjectName, JSON.stringify(line.details), line.seq, line.hash],
];

/** The whole log, or what the filter leaves of it, as CSV, newest first; a page is read when the reader wants more. */
export function exportActivity(
  context: Context,
  filter: { actor?: string | undefined; about?: string | undefined },
): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder();
  let before: string | undefined;
  return new ReadableStream({
    // The mark by which spreadsheets know UTF-8.
    start: (controller) => controller.enqueue(bytes.encode(`\uFEFF${csvLine(COLUMNS)}`)),
    pull: async (controller) => {
      const page = await pageActivity(context, { ...filter, before, upTo: PAGE });
      if (!page.ok) throw new Error(page.error.code);
      controller.enqueue(bytes.encode(page.value.lines.map((line) => csvLine(cellsOf(line))).join("")));
      if (page.value.next === null) controller.close();
      else before = page.value.next;
    },
  });
}
