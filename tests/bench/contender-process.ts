import { measure } from "./meter";
import type { Places } from "./places";

/** What the parent sends, once; a process measures one thing, so that memory and compiled code are its own. */
export type Assignment = { contender: "runner" | "loop"; places: Places; records: number };

process.once("message", (assignment: Assignment) => {
  carryOut(assignment)
    .then((result) => process.send?.(result, () => process.exit(0)))
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});
process.once("disconnect", () => process.exit(1));

/** Loads the code of its own contender alone: the loop's memory must not hold the product. */
async function carryOut({ contender, places, records }: Assignment): Promise<object> {
  switch (contender) {
    case "runner": {
      const { runWholeRunner } = await import("./whole-runner");
      return runWholeRunner(places, records);
    }
    case "loop": {
      const { runPlainLoop } = await import("./plain-loop");
      const { figures, value: posted } = await measure(() => runPlainLoop(places));
      return { ...figures, posted };
    }
  }
}
