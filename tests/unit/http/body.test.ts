import { describe, expect, it } from "vitest";
import { readJson } from "@/lib/http/body";

const post = (body: BodyInit, headers: Record<string, string> = { "content-type": "application/json" }) =>
  new Request("http://localhost/x", { method: "POST", body, headers, duplex: "half" } as RequestInit);

/** A body without a length, as a chunked sender makes it; counts what was taken from it. */
function endless(chunkBytes: number) {
  const taken = { bytes: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken.bytes += chunkBytes;
        controller.enqueue(new Uint8Array(chunkBytes).fill(32));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken };
}

describe("readJson", () => {
  it("parses JSON within the limit", async () => {
    expect(await readJson(post('{"a":1}'), 100)).toEqual({ ok: true, value: { a: 1 } });
  });

  it("takes vendor JSON types and a charset", async () => {
    const body = post("[]", { "content-type": "application/vnd.nightpost+json; charset=utf-8" });
    expect(await readJson(body, 100)).toEqual({ ok: true, value: [] });
  });

  it.each([
    ["text/plain", 415],
    ["application/jsonp", 415],
    ["", 415],
  ])("refuses the content type %j with %d", async (type, status) => {
    const answer = await readJson(post("{}", { "content-type": type }), 100);
    expect(answer).toMatchObject({ ok: false, error: { status, code: "body_wrong_type" } });
  });

  it.each(["{", "", '{"a":1}}', "\u{feff}nope"])("answers 400 to %j", async (text) => {
    expect(await readJson(post(text), 100)).toMatchObject({ ok: false, error: { status: 400, code: "body_not_json" } });
  });

  it("answers 400 to bytes that are not UTF-8", async () => {
    const answer = await readJson(post(new Uint8Array([0x22, 0xff, 0x22])), 100);
    expect(answer).toMatchObject({ ok: false, error: { status: 400 } });
  });

  it("accepts exactly the limit and refuses one byte more", async () => {
    const text = `"${"x".repeat(98)}"`;
    expect(await readJson(post(text), 100)).toMatchObject({ ok: true });
    expect(await readJson(post(text), 99)).toMatchObject({
      ok: false,
      error: { status: 413, params: { limitBytes: 99 } },
    });
  });

  it("stops reading a body without a length soon after the limit", async () => {
    const { stream, taken } = endless(1_000);
    expect(await readJson(post(stream), 10_000)).toMatchObject({ ok: false, error: { status: 413 } });
    expect(taken.bytes).toBeLessThanOrEqual(12_000);
  });
});
