/** A part of a file, and what to continue after; null at its end. */
export interface CsvPage {
  text: string;
  next: string | null;
}

/** The mark by which spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A file that is read page by page, as fast as its reader takes it. @param name without ending */
export function csvResponse(name: string, first: CsvPage, readNext: (after: string) => Promise<CsvPage>): Response {
  const bytes = new TextEncoder();
  let next: string | null = first.next;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(bytes.encode(BYTE_ORDER_MARK + first.text));
      if (next === null) controller.close();
    },
    pull: async (controller) => {
      if (next === null) return;
      const page = await readNext(next);
      next = page.next;
      controller.enqueue(bytes.encode(page.text));
      if (next === null) controller.close();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "no-store",
    },
  });
}
