import { notFound } from "next/navigation";
import type { Result } from "@/lib/kernel/result";
import type { UseCaseError } from "@/lib/use-cases/errors";

/** The value of a read. Unknown, foreign and malformed ids are the same 404; any other refusal of a read is a bug. */
export function found<T>(result: Result<T, UseCaseError>): T {
  if (result.ok) return result.value;
  if (result.error.kind === "not_found" || result.error.kind === "invalid") notFound();
  throw new Error(`A read was refused: ${result.error.code}`);
}
