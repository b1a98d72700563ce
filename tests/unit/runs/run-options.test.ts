import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRunOptions, type TypedRunOptions } from "@/lib/use-cases/runs/read-run-options";
import { zonedInstantMs } from "@/lib/use-cases/runs/zoned-instant";

const typed = (more: Partial<TypedRunOptions>): TypedRunOptions => ({
  ...{ scope: "new", from: "", records: "", resend: false, confirmed: false },
  ...more,
});
const read = (more: Partial<TypedRunOptions>) => readRunOptions(typed(more), "Europe/Paris");
const fault = (field: string, code: string) => ({
  ok: false,
  error: { kind: "invalid", fields: { [field]: { code } } },
});

describe("run options", () => {
  it("are nothing for what is new, whatever else was typed", () => {
    expect(read({ from: "2026-11-01T00:00", records: "7" })).toEqual({ ok: true, value: {} });
  });

  it("read a date in the workspace's zone", () => {
    const value = { fromMs: Date.parse("2026-06-30T22:30:00Z") };
    expect(read({ scope: "from", from: "2026-07-01T00:30" })).toEqual({ ok: true, value });
    expect(read({ scope: "from", from: "" })).toMatchObject(fault("from", "syncs.from_no_date"));
  });

  it("take customer ids once each, as numbers or gids, however they are set apart", () => {
    const records = " 7000000000001, 7000000000002;gid://shopify/Customer/7000000000003\n7000000000001 ";
    const value = { testRecordIds: ["7000000000001", "7000000000002", "7000000000003"] };
    expect(read({ scope: "test", records })).toEqual({ ok: true, value });
    const twenty = Array.from({ length: 20 }, (_, n) => `${n}`).join(" ");
    expect(read({ scope: "test", records: twenty }).ok).toBe(true);
    expect(read({ scope: "test", records: `${twenty} 20` })).toMatchObject(fault("records", "syncs.test_too_many"));
    expect(read({ scope: "test", records: " ,; " })).toMatchObject(fault("records", "field_required"));
    expect(read({ scope: "test", records: "ada@example.com" })).toMatchObject(fault("records", "syncs.test_ids"));
  });

  it("want a re-send confirmed, but for a test batch", () => {
    expect(read({ resend: true })).toMatchObject(fault("confirmed", "syncs.confirm_resend"));
    expect(read({ resend: true, confirmed: true })).toEqual({ ok: true, value: { resend: true } });
    expect(read({ confirmed: true })).toEqual({ ok: true, value: {} });
    const test = { ok: true, value: { testRecordIds: ["7"], resend: true } };
    expect(read({ scope: "test", records: "7", resend: true })).toEqual(test);
  });
});

describe("a wall-clock time in a zone", () => {
  it.each([
    ["2026-03-29T01:59", "2026-03-29T00:59:00Z"],
    ["2026-03-29T03:00", "2026-03-29T01:00:00Z"],
    ["2026-10-25T01:59", "2026-10-24T23:59:00Z"],
    ["2026-10-25T03:00", "2026-10-25T02:00:00Z"],
  ])("%s in Paris is %s, beside both changes of the clocks", (local, instant) => {
    expect(zonedInstantMs(local, "Europe/Paris")).toBe(Date.parse(instant));
  });

  it("that exists twice is the first; one that does not exist is moved on", () => {
    expect(zonedInstantMs("2026-10-25T02:30", "Europe/Paris")).toBe(Date.parse("2026-10-25T00:30:00Z"));
    expect(zonedInstantMs("2026-03-29T02:30", "Europe/Paris")).toBe(Date.parse("2026-03-29T01:30:00Z"));
  });

  it("is none for what is no date", () => {
    for (const local of ["", "soon", "2026-02-30T10:00", "2026-13-01T00:00", "2026-01-01T24:00", "2026-01-01"])
      expect(zonedInstantMs(local, "UTC")).toBeNull();
  });

  it("shows that very wall clock there", () => {
    const zones = fc.constantFrom("America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "UTC");
    const minute = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 });
    fc.assert(
      fc.property(zones, minute, (zone, at) => {
        const wall = (ms: number) =>
          new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
            .format(ms)
            .replace(" ", "T");
        const found = zonedInstantMs(wall(at * 60_000), zone);
        expect(found === null ? null : wall(found)).toBe(wall(at * 60_000));
      }),
    );
  });
});
