import { describe, expect, test } from "vitest";
import { firstNotice, GUARD_MUTANTS } from "./guard-mutants";
import { BASE, profileOf } from "./profile";
import { STALE_CLAIM_POLICIES } from "./reference-protocol";
import { runReferenceSeed } from "./reference-seed";
import { complaints, runSeed } from "./seed";

const seeds = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n);

describe("the real leg under crashes, freezes, lies and people", () => {
  test("200 courses of events: nothing lost, nothing repeated beyond lost answers, no promise broken at any step", async () => {
    const wrong: string[] = [];
    let crashes = 0;
    let lostAnswers = 0;
    for (const seed of seeds(1, 200)) {
      const report = await runSeed(seed, BASE);
      crashes += report.crashes;
      lostAnswers += report.lostAnswers;
      wrong.push(...complaints(report).map((complaint) => `seed ${seed}: ${complaint}`));
    }
    expect(wrong).toEqual([]);
    // A course without faults would prove nothing.
    expect(crashes).toBeGreaterThan(100);
    expect(lostAnswers).toBeGreaterThan(150);
  });

  test("60 courses in which Shopify's clock is an hour off, ahead or behind: nothing lost, nothing repeated", async () => {
    const wrong: string[] = [];
    let calls = 0;
    for (const seed of seeds(1, 60)) {
      const report = await runSeed(seed, profileOf("base+skew"));
      calls += report.calls;
      wrong.push(...complaints(report).map((complaint) => `seed ${seed}: ${complaint}`));
    }
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(600);
  });

  test("30 courses in which reads withhold, lag and lie for up to an hour: never green where a receipt could see it, and sweeps bound the rest", async () => {
    const wrong: string[] = [];
    let calls = 0;
    for (const seed of seeds(1, 30)) {
      const report = await runSeed(seed, profileOf("full"));
      calls += report.calls;
      wrong.push(...complaints(report).map((complaint) => `seed ${seed}: ${complaint}`));
    }
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(300);
  });

  test("a seed takes the same course twice", async () => {
    const [one, other] = [await runSeed(7, BASE, { tracing: true }), await runSeed(7, BASE, { tracing: true })];
    expect(one.lines.length).toBeGreaterThan(100);
    expect(other.lines).toEqual(one.lines);
  });
});

describe("each guard is missed when it is gone", () => {
  test.each(GUARD_MUTANTS.map((mutant) => [mutant.name, mutant] as const))("%s", async (_name, mutant) => {
    // Rare ones take some hundred courses; the first that notices ends the search.
    expect(await firstNotice(mutant, 500)).not.toBeNull();
  });
});

test("the reference protocol repeats itself under the same faults, whatever it does with stale claims", async () => {
  for (const policy of STALE_CLAIM_POLICIES) {
    let repeats = 0;
    for (const seed of seeds(1, 15)) repeats += (await runReferenceSeed(seed, profileOf("base"), policy)).repeats;
    expect(repeats).toBeGreaterThan(0);
  }
});
