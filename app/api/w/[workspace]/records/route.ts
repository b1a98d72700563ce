import { z } from "zod";
import { defineRoute } from "@/lib/http/route";
import { findRecords } from "@/lib/use-cases/records/find-records";
import { enterApi } from "../enter-api";

/** A read, yet a POST: an e-mail address has no place in an address line, a history or an access log. */
export const POST = defineRoute({
  body: z.strictObject({ search: z.string() }),
  maxBytes: 4_096,
  handler: async ({ params, body }: { params: { workspace: string }; body: { search: string } }) => {
    const context = await enterApi(params.workspace);
    return context.ok ? findRecords(context.value, body) : context;
  },
});
