import { notFound } from "next/navigation";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineRoute } from "@/lib/http/route";
import { ok } from "@/lib/kernel/result";
import { refuse } from "@/lib/use-cases/errors";

const CANARY = "ada.lovelace@example.com";
const post = (body: unknown) =>
  new Request("http://localhost/api/v1/things?q=secret", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const context = { params: Promise.resolve({ id: "7" }) };
const schema = z.object({ name: z.string().min(1) });

afterEach(() => vi.restoreAllMocks());

describe("defineRoute", () => {
  it("hands over parsed input and path parameters, and answers JSON", async () => {
    const route = defineRoute<{ id: string }, typeof schema, { said: string }>({
      body: schema,
      status: 201,
      handler: async ({ body, params }) => ok({ said: `${params.id} ${body.name}` }),
    });
    const response = await route(post({ name: "Ada" }), context);
    expect([response.status, await response.json()]).toEqual([201, { said: "7 Ada" }]);
  });

  it("answers 422 with the fields at fault and does not call the handler", async () => {
    const handler = vi.fn();
    const response = await defineRoute({ body: schema, handler })(post({ name: 5 }), context);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: "/name", code: "field_type" }] });
    expect(handler).not.toHaveBeenCalled();
  });

  it("answers a refusal as a problem", async () => {
    const response = await defineRoute({ handler: async () => refuse("conflict", "syncs.already_running") })(
      post({}),
      context,
    );
    expect([response.status, (await response.json()).code]).toEqual([409, "syncs.already_running"]);
  });

  it("masks what was thrown: a reference outside, frames inside, the message nowhere", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const route = defineRoute({
      handler: async () => {
        throw new Error(`duplicate key (email)=(${CANARY})`);
      },
    });
    const response = await route(post({}), context);
    const text = await response.text();
    const line = String(logged.mock.calls[0]?.[0]);
    expect(response.status).toBe(500);
    const { reference, code } = JSON.parse(text);
    expect(code).toBe("unexpected");
    expect(JSON.parse(line)).toMatchObject({ reference, where: "POST /api/v1/things", name: "Error" });
    expect(JSON.parse(line).frames.length).toBeGreaterThan(0);
    expect(text + line).not.toContain(CANARY);
    expect(text).not.toContain("at ");
  });

  it("lets Next's own signals pass", async () => {
    const route = defineRoute({ handler: async () => notFound() });
    await expect(route(post({}), context)).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
  });
});
