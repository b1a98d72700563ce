import { err, ok, type Result } from "@/lib/kernel/result";
import { type Problem, plainProblem } from "./problem";

const tooLarge = (limitBytes: number): Problem => plainProblem(413, "body_too_large", "Body too large", { limitBytes });

/**
 * Reads a body without ever holding more than the limit, whatever `Content-Length` claims.
 * @returns the raw bytes (signatures are taken over them), or a 413
 */
export async function readBody(request: Request, limitBytes: number): Promise<Result<Uint8Array, Problem>> {
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) return err(tooLarge(limitBytes));
  if (!request.body) return ok(new Uint8Array());
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limitBytes) {
      await reader.cancel();
      return err(tooLarge(limitBytes));
    }
    chunks.push(value);
  }
  return ok(Buffer.concat(chunks));
}

const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)$/i;

/** @returns the parsed JSON, or a 415, 413 or 400 problem */
export async function readJson(request: Request, limitBytes: number): Promise<Result<unknown, Problem>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
  if (!JSON_TYPE.test(type)) {
    return err(plainProblem(415, "body_wrong_type", "Unsupported content type", { expected: "application/json" }));
  }
  const body = await readBody(request, limitBytes);
  if (!body.ok) return body;
  try {
    return ok(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body.value)));
  } catch {
    return err(plainProblem(400, "body_not_json", "Body is not JSON"));
  }
}
