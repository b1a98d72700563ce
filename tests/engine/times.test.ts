import { describe, expect, test } from "vitest";
import { EventMemory } from "@/inngest/embedded/event-memory";
import { nextTickMs, retryAtMs, sleepEndMs } from "@/inngest/embedded/times";

const at = (iso: string) => Date.parse(iso);

describe("retryAtMs", () => {
  test.each([
    [0, 15],
    [1, 30],
    [2, 60],
    [3, 120],
    [9, 7200],
    [30, 7200],
  ])("after attempt %i waits %i s, and up to a fifth more", (attempt, seconds) => {
    expect(retryAtMs(0, attempt, null, 0)).toBe(seconds * 1000);
    expect(retryAtMs(0, attempt, null, 1)).toBe(seconds * 1200);
  });

  test("does as the SDK says, in seconds or by date; what it cannot read it ignores", () => {
    expect(retryAtMs(1000, 0, "42", 0.5)).toBe(43_000);
    expect(retryAtMs(1000, 0, "2026-01-01T00:00:00.000Z", 0.5)).toBe(at("2026-01-01T00:00:00Z"));
    expect(retryAtMs(0, 0, "soon", 0)).toBe(15_000);
  });
});

describe("sleepEndMs", () => {
  test.each([
    ["2s", 2000],
    ["1h2m3s", 3_723_000],
    ["1w", 604_800_000],
    ["500ms", 500],
  ])("%s", (name, ms) => expect(sleepEndMs(name, 10)).toBe(10 + ms));
  test("an ISO date", () => expect(sleepEndMs("2026-01-01T00:00:00.000Z", 0)).toBe(at("2026-01-01T00:00:00Z")));
  test.each(["", "a while", "5 parsecs", "2026-99-99T"])("%j is no end of a sleep", (name) =>
    expect(sleepEndMs(name, 0)).toBeUndefined(),
  );
});

describe("nextTickMs", () => {
  test("is strictly later, in UTC", () => {
    expect(nextTickMs("* * * * *", at("2026-01-01T00:00:00Z"))).toBe(at("2026-01-01T00:01:00Z"));
    expect(nextTickMs("37 3 * * *", at("2026-01-01T03:37:00Z"))).toBe(at("2026-01-02T03:37:00Z"));
  });

  test("follows the zone of a TZ= prefix through daylight saving", () => {
    expect(nextTickMs("TZ=Europe/Berlin 0 9 * * *", at("2026-03-28T12:00:00Z"))).toBe(at("2026-03-29T07:00:00Z"));
    expect(nextTickMs("TZ=Europe/Berlin 0 9 * * *", at("2026-03-27T12:00:00Z"))).toBe(at("2026-03-28T08:00:00Z"));
  });
});

describe("EventMemory", () => {
  test("stays bounded: the oldest ids go first", () => {
    const memory = new EventMemory(3);
    for (const id of ["a", "b", "c", "d"]) memory.remember(id, 0);
    expect(["d", "c", "a"].map((id) => memory.remember(id, 0))).toEqual([false, false, true]);
  });
});
