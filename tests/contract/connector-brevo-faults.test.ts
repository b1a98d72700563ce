import { describe, expect, it } from "vitest";
import { ANN, openAccount } from "./connector-brevo-account";

describe("every fault of the account has its meaning", () => {
  it.each([
    ["401-key", "stop", "destination.credential"],
    ["401-ip", "stop", "destination.ip_refused"],
    ["402", "stop", "destination.quota"],
    ["403", "stop", "destination.forbidden"],
    ["404-list", "stop", "destination.list_missing"],
    ["425", "transient", "destination.unavailable"],
    ["429", "transient", "destination.throttled"],
    ["429-nobody", "transient", "destination.throttled"],
  ])("%s: %s, nothing was written", async (fault, kind, code) => {
    const { write, breakBrevo, brevo } = await openAccount();
    await breakBrevo({ fault });
    const answer = await write(ANN);
    expect(answer).toMatchObject({ kind, failure: { code } });
    if (code === "destination.throttled")
      expect(answer).toMatchObject({ failure: { notBeforeMs: expect.any(Number) } });
    expect(brevo.allContacts()).toEqual([]);
  });

  it.each([
    ["500-before-commit", "http_500", false],
    ["500-after-commit", "http_500", true],
    ["commit-then-hang", "timeout", true],
    ["commit-then-reset", "reset", true],
    ["reset-before-commit", "reset", false],
    ["200-html", "odd_200", false],
    ["truncated-json", "truncated", true],
    ["slow", "timeout", true],
  ])("%s: in doubt, and a look tells whether it landed", async (fault, code, landed) => {
    const { write, lookUp, breakBrevo } = await openAccount({ timeoutMs: 300 });
    await breakBrevo({ fault });
    expect(await write(ANN)).toEqual({ kind: "doubt", code });
    expect(await lookUp()).toMatchObject(landed ? { kind: "found", matches: true } : { kind: "absent" });
  });

  it("late-commit: absent now, there later", async () => {
    const { write, lookUp, breakBrevo } = await openAccount();
    await breakBrevo({ fault: "late-commit", delayMs: 150 });
    expect(await write(ANN)).toMatchObject({ kind: "doubt" });
    expect(await lookUp()).toEqual({ kind: "absent" });
    await expect.poll(() => lookUp()).toMatchObject({ kind: "found", matches: true });
  });

  it("400-dup-email: permanent, by its code", async () => {
    const { write, breakBrevo } = await openAccount();
    await breakBrevo({ fault: "400-dup-email" });
    expect(await write(ANN)).toEqual({ kind: "permanent", code: "duplicate_parameter" });
  });

  it("key-expired-mid-run: refused from then on, and good again once mended", async () => {
    const { write, breakBrevo, control } = await openAccount();
    await write(ANN);
    await breakBrevo({ fault: "key-expired-mid-run" });
    for (let again = 0; again < 2; again += 1)
      expect(await write(ANN)).toMatchObject({ kind: "stop", failure: { code: "destination.credential" } });
    await control("/brevo/key", "POST", { action: "mend" });
    expect(await write(ANN)).toMatchObject({ kind: "applied" });
  });

  it("a look-up that fails says why and decides nothing", async () => {
    const { lookUp, breakBrevo } = await openAccount({ timeoutMs: 300 });
    for (const [fault, code] of [
      ["401-key", "destination.credential"],
      ["500-before-commit", "destination.unavailable"],
      ["200-html", "destination.unavailable"],
      ["429", "destination.throttled"],
    ] as const) {
      await breakBrevo({ fault });
      expect(await lookUp()).toMatchObject({ kind: "failed", failure: { code } });
    }
  });
});
