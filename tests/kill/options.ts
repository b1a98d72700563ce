import { parseArgs } from "node:util";
import { z } from "zod";
import { Refusal } from "../../scripts/lib/say.mjs";
import { BLOWS, type Blow } from "./strike";

const optionsSchema = z.object({
  kills: z.coerce.number().int().min(0).max(10_000).default(20),
  seed: z.coerce.number().int().default(1),
  "true-times": z.coerce.number().int().min(0).max(50).default(0),
  blow: z.enum(BLOWS).optional(),
});

export interface KillOptions {
  /** 0: only rounds with true times. */
  kills: number;
  seed: number;
  /** Rounds of one blow each in which no wait is shortened: a few minutes each, "past the lease" most of an hour. */
  trueTimes: number;
  /** Every blow is of this kind. Without it they are drawn; those of `trueTimes` are kills. */
  blow?: Blow;
}

/** @throws Refusal that says how to call it */
export function readOptions(): KillOptions {
  try {
    const { values } = parseArgs({
      options: {
        kills: { type: "string" },
        seed: { type: "string" },
        "true-times": { type: "string" },
        blow: { type: "string" },
      },
    });
    const { "true-times": trueTimes, blow, ...rest } = optionsSchema.parse(values);
    return { ...rest, trueTimes, ...(blow && { blow }) };
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Refusal(
      `${why}\nUsage: npm run kill-test -- [--kills N] [--seed S] [--true-times K] [--blow "${BLOWS.join('" | "')}"]`,
    );
  }
}
