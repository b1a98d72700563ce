// Says who sees the Support console. Exit codes: 0 done, 1 nobody with this address, 2 not understood.
import postgres from "postgres";
import { adoptInstallation } from "./lib/operator.mjs";

const USAGE = "Usage: npm run support:staff -- add|remove EMAIL";

async function main([verb, email, ...rest]: string[]): Promise<0 | 1> {
  if (!["add", "remove"].includes(verb ?? "") || !email || rest.length > 0) throw new Error(USAGE);
  adoptInstallation();
  // As the database's owner: the app has no right to do this.
  const sql = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  try {
    const [user] = await sql<{ id: string }[]>`select id from users where email = ${email.toLowerCase()}`;
    if (!user) {
      console.error("Nobody has signed up with this address.");
      return 1;
    }
    if (verb === "add") await sql`insert into support_staff (user_id) values (${user.id}) on conflict do nothing`;
    else await sql`delete from support_staff where user_id = ${user.id}`;
    console.log(verb === "add" ? "Sees the Support console now." : "Does not see the Support console any more.");
    return 0;
  } finally {
    await sql.end();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : USAGE);
  process.exitCode = 2;
}
