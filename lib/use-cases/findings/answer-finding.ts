import { z } from "zod";
import { type Answer, answerFinding as store } from "@/lib/db/queries/answer-finding";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

const HOUR_MS = 3_600_000;

/** Acknowledges, snoozes or resolves an open finding. */
export const answerFinding = defineUseCase({
  role: "editor",
  input: z.discriminatedUnion("answer", [
    z.strictObject({ findingId: z.uuid(), answer: z.literal("acknowledged") }),
    z.strictObject({ findingId: z.uuid(), answer: z.literal("resolved") }),
    z.strictObject({
      findingId: z.uuid(),
      answer: z.literal("snoozed"),
      hours: z.coerce.number().int().min(1).max(720),
    }),
  ]),
  run: async (tx, { user }, input) => {
    const answer: Answer =
      input.answer === "snoozed"
        ? { kind: "snoozed", untilMs: Date.now() + input.hours * HOUR_MS }
        : { kind: input.answer };
    const stored = await store(tx.raw, input.findingId, answer, user.id);
    return stored ? ok({ findingId: input.findingId }) : refuse("conflict", "findings.over");
  },
  audit: ({ findingId, answer, ...more }) => ({
    verb: `finding.${answer}`,
    subjectKind: "finding",
    subjectId: findingId,
    details: { ...more },
  }),
});
