import fc from "fast-check";
import { expect, test } from "vitest";
import { RecentChanges } from "@/lib/sandbox/brevo/recent";

const touch = fc.record({ id: fc.integer({ min: 1, max: 12 }), atMs: fc.nat(200), forget: fc.boolean() });

test("what changed since a time is what a plain map says, in any order of the clock and over many sweeps", () => {
  fc.assert(
    fc.property(fc.array(touch, { maxLength: 60 }), fc.nat(200), fc.constantFrom(1, 60), (touches, sinceMs, rounds) => {
      const recent = new RecentChanges();
      const latest = new Map<number, number>();
      for (let round = 0; round < rounds; round += 1) {
        for (const { id, atMs, forget } of touches) {
          recent.touch(id, atMs);
          latest.set(id, atMs);
          if (forget) {
            recent.forget(id);
            latest.delete(id);
          }
        }
      }
      const expected = [...latest].filter(([, atMs]) => atMs > sinceMs).map(([id]) => id);
      expect(recent.idsSince(sinceMs)).toEqual(expected.sort((a, b) => a - b));
    }),
    { numRuns: 500 },
  );
});

test("ten thousand changes of one contact are kept as about a thousand", () => {
  const recent = new RecentChanges();
  for (let atMs = 0; atMs < 10_000; atMs += 1) recent.touch(1, atMs);
  expect(recent.size).toBeLessThan(1_100);
  expect(recent.idsSince(9_998)).toEqual([1]);
});
