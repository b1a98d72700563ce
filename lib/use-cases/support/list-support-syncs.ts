import { isSupportStaff, type SupportSync, supportSyncs } from "@/lib/db/support";
import { ok, type Result } from "@/lib/kernel/result";
import type { Person } from "../context";
import { refuse, type UseCaseError } from "../errors";

export type { SupportSync } from "@/lib/db/support";

/** Paused, failing and silent syncs of every workspace, for support staff; to anybody else the console does not exist. */
export async function listSupportSyncs(user: Pick<Person, "id">): Promise<Result<SupportSync[], UseCaseError>> {
  if (!(await isSupportStaff(user.id))) return refuse("not_found", "not_found");
  return ok(await supportSyncs(user.id));
}
