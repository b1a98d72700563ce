import { describe, expect, it } from "vitest";
import { problemOf, problemResponse } from "@/lib/http/problem";
import { ERROR_KINDS } from "@/lib/use-cases/errors";

describe("problemOf", () => {
  it("gives every kind a status of its class and the error's own code", () => {
    const statuses = ERROR_KINDS.map((kind) => problemOf({ kind, code: "some.code" }));
    expect(statuses.map((problem) => problem.status)).toEqual([401, 403, 403, 404, 422, 409, 410, 429, 503]);
    expect(new Set(statuses.map((problem) => problem.code))).toEqual(new Set(["some.code"]));
  });

  it("points at the fields by JSON pointer", () => {
    const problem = problemOf({
      kind: "invalid",
      code: "invalid",
      fields: { "filters.0.value": { code: "field_required" }, form: { code: "field_unknown" } },
    });
    expect(problem.errors).toEqual([
      { pointer: "/filters/0/value", code: "field_required" },
      { pointer: "", code: "field_unknown" },
    ]);
  });

  it("is sent as problem+json and never cached", async () => {
    const response = problemResponse(problemOf({ kind: "not_found", code: "not_found" }));
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      type: "urn:nightpost:problem:not_found",
      title: "Not found",
      status: 404,
      code: "not_found",
    });
  });
});
