import { asc, ne } from "drizzle-orm";
import { z } from "zod";
import { connections } from "@/lib/db/schema/connections";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";

export interface EndChoice {
  id: string;
  name: string;
}

/** The connections that a new sync can be made of. */
export const listEnds = defineUseCase({
  role: "viewer",
  input: z.strictObject({}),
  run: async (tx) => {
    const rows = await tx
      .select({ id: connections.id, kind: connections.kind, name: connections.name })
      .from(connections)
      .where(ne(connections.state, "disconnected"))
      .orderBy(asc(connections.name));
    const of = (kind: "shopify" | "brevo"): EndChoice[] =>
      rows.filter((row) => row.kind === kind).map(({ id, name }) => ({ id, name }));
    return ok({ sources: of("shopify"), destinations: of("brevo") });
  },
});
