import { notFound } from "next/navigation";
import { isDemoInstallation } from "@/lib/auth/is-demo";
import type { Result } from "@/lib/kernel/result";
import { requireRole } from "@/lib/use-cases/context";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import type { UseCaseError } from "@/lib/use-cases/errors";

/** First line of every page of the sandbox: elsewhere than on a demo installation there is none. */
export async function enterSandbox(params: Promise<{ workspace: string }>) {
  const context = await enterWorkspace((await params).workspace);
  if (!isDemoInstallation()) notFound();
  return { context, mayChange: requireRole(context, "editor").ok };
}

/** What a page shows of a reading; a stand-in that does not answer is null, for which the page has words. */
export function orUnreachable<T>(result: Result<T, UseCaseError>): T | null {
  if (result.ok) return result.value;
  if (result.error.kind === "not_found") notFound();
  return null;
}

export type Query = Record<string, string | string[] | undefined>;

/** `?q=` and `?page=` of a list, as a person or anybody may have typed them. */
export async function readListQuery(searchParams: Promise<Query>) {
  const { q, page } = await searchParams;
  const number = typeof page === "string" && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
  return { search: typeof q === "string" ? q.trim().slice(0, 200) : "", page: number };
}
