import { type Database, database, inWorkspace } from "./client";

const CANARY_WORKSPACE = "00000000-0000-4000-8000-000000000000";

/** The database is not as the app needs it. The message says what to do and names no host. */
export class DatabaseUnfit extends Error {
  override readonly name = "DatabaseUnfit";
}

/**
 * For the start: proves that tenants' rows are hidden from the app, shown inside their workspace, and visible through the system functions. A database where
 * this does not hold would leak, or dispatch nothing in silence.
 * @throws DatabaseUnfit
 */
export async function assertCanary(db: Database = database()): Promise<void> {
  const [seen] = await db.$client<{ role: string; bound: boolean; through: boolean; outside: number }[]>`
    select current_user as role,
      not (r.rolsuper or r.rolbypassrls) as bound,
      system_canary() as through,
      (select count(*)::int from canary) as outside
    from pg_roles r where r.rolname = current_user`;
  if (seen?.role !== "nightpost_app" || !seen.bound)
    throw new DatabaseUnfit(
      "The app must act as the role nightpost_app, which row-level security binds. Run the migrations as the owner.",
    );
  if (seen.outside !== 0)
    throw new DatabaseUnfit("A tenant's row is visible outside its workspace: row-level security is off.");
  if (!seen.through)
    throw new DatabaseUnfit("The system functions see no rows: nothing would be dispatched. Run the migrations.");
  const inside = await inWorkspace(
    CANARY_WORKSPACE,
    async ({ raw }) => (await raw<{ n: number }[]>`select count(*)::int as n from canary`)[0]?.n,
    db,
  );
  if (inside !== 1) throw new DatabaseUnfit("A workspace does not see its own rows. Run the migrations.");
}
