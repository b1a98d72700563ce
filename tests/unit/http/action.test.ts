import { redirect } from "next/navigation";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { failedState, formFields, runAction } from "@/lib/http/action";
import { ok } from "@/lib/kernel/result";
import { refuse, refuseField } from "@/lib/use-cases/errors";
import { SignedOut } from "@/lib/use-cases/signed-out";

function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of [value].flat()) form.append(name, item);
  }
  return form;
}
const schema = z.object({ name: z.string().min(3), email: z.email() });
const options = { name: "test", schema };

afterEach(() => vi.restoreAllMocks());

describe("runAction", () => {
  it("returns message keys for each field at fault and keeps what was typed", async () => {
    const run = vi.fn();
    const state = await runAction(formOf({ name: "Al", email: "nope" }), options, run);
    expect(run).not.toHaveBeenCalled();
    expect(state).toEqual({
      status: "failed",
      message: { key: "errors.invalid" },
      fields: { name: { key: "errors.field_short", params: { limit: 3 } }, email: { key: "errors.field_email" } },
      values: { name: "Al", email: "nope" },
    });
  });

  it("shows a use-case's refusal under the words of its namespace", async () => {
    const form = formOf({ name: "Ada", email: "ada@example.com" });
    const whole = await runAction(form, options, async () => refuse("conflict", "syncs.already_running"));
    expect(whole).toMatchObject({ message: { key: "syncs.errors.already_running" }, fields: {} });
    const field = await runAction(form, options, async () => refuseField("name", "syncs.name_taken"));
    expect(field).toMatchObject({ fields: { name: { key: "syncs.errors.name_taken" } } });
  });

  it("returns flat values only: an object with something richer in it stays on the server", async () => {
    const form = formOf({ name: "Ada", email: "ada@example.com" });
    expect(await runAction(form, options, async () => ok({ id: "7" }))).toEqual({ status: "done", value: { id: "7" } });
    const rich = await runAction(form, options, async () => ok({ id: "7", connection: { token: "t" } }));
    expect(rich).toEqual({ status: "done" });
  });

  it("masks what was thrown under a logged reference", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const state = await runAction(formOf({ name: "Ada", email: "ada@example.com" }), options, async () => {
      throw new Error("password is hunter2");
    });
    if (state.status !== "failed") throw new Error("not failed");
    const line = String(logged.mock.calls[0]?.[0]);
    expect(state.message).toEqual({ key: "errors.unexpected" });
    expect(JSON.parse(line).reference).toBe(state.reference);
    expect(JSON.stringify(state) + line).not.toContain("hunter2");
  });

  it("keeps what was typed when the session has ended meanwhile: nobody is sent away, nothing is logged", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const typed = { name: "Ada", email: "ada@example.com" };
    const state = await runAction(formOf(typed), options, async () => {
      throw new SignedOut();
    });
    expect(state).toEqual({ status: "failed", message: { key: "errors.unauthenticated" }, fields: {}, values: typed });
    expect(logged).not.toHaveBeenCalled();
  });

  it("lets redirect() pass", async () => {
    const form = formOf({ name: "Ada", email: "ada@example.com" });
    await expect(runAction(form, options, async () => redirect("/there"))).rejects.toThrow("NEXT_REDIRECT");
  });
});

describe("form fields", () => {
  it("leaves out React's own fields and files, and keeps repeated fields as a list", () => {
    const form = formOf({ $ACTION_ID_1: "x", tag: ["a", "b"], one: "1" });
    form.append("upload", new Blob(["x"]), "x.csv");
    expect(formFields(form)).toEqual({ tag: ["a", "b"], one: "1" });
  });

  it.each(["password", "newPassword", "clientSecret", "access_token", "apiKey", "api_key"])(
    "never sends %s back",
    (name) => {
      const state = failedState({ kind: "invalid", code: "invalid" }, formOf({ [name]: "hunter2", shop: "a" }));
      expect(state).toMatchObject({ values: { shop: "a" } });
      expect(JSON.stringify(state)).not.toContain("hunter2");
    },
  );
});
