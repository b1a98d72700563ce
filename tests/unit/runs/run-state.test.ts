import { describe, expect, it } from "vitest";
import { runStateLook } from "@/components/runs/run-state";
import { InvariantViolation } from "@/lib/kernel/errors";
import { RUN_STATES, type RunState } from "@/lib/runner/states";

describe("the look of a run's state", () => {
  it("is the same for no two states", () => {
    const looks = RUN_STATES.map((state) => runStateLook(state));
    expect(new Set(looks.map((look) => look.icon)).size).toBe(RUN_STATES.length);
  });

  it("is success for success alone, and danger for what failed", () => {
    const withTone = (tone: string) => RUN_STATES.filter((state) => runStateLook(state).tone === tone);
    expect(withTone("success")).toEqual(["succeeded"]);
    expect(withTone("danger")).toEqual(["failed", "crashed"]);
  });

  it("throws for a state that is not known, instead of drawing it as another", () => {
    expect(() => runStateLook("exploded" as RunState)).toThrow(InvariantViolation);
  });
});
