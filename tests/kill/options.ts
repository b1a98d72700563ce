import { parseArgs } from "node:util";
import { z } from "zod";
import { Refusal } from "../../scripts/lib/say.mjs";

const optionsSchema = z.object({
  kills: z.coerce.number().int().min(1).max(10_000).default(20),
  seed: z.coerce.number().int().default(1),
  "true-times": z.coerce.number().int().min(0).max(50).default(0),
});

export interface KillOptions {
  kills: number;
  seed: number;
  /** Rounds of one kill each in which no wait is shortened; a few minutes each. */
  trueTimes: number;
}

/** @throws Refusal that says how to call it */
export function readOptions(): KillOptions {
  try {
    const { values } = parseArgs({
      options: { kills: { type: "string" }, seed: { type: "string" }, "true-times": { type: "string" } },
    });
    const { "true-times": trueTimes, ...rest } = optionsSchema.parse(values);
    return { ...rest, trueTimes };
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Refusal(`${why}\nUsage: npm run kill-test -- [--kills N] [--seed S] [--true-times K]`);
  }
}
