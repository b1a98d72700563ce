import { eq } from "drizzle-orm";
import { createUser } from "@/lib/auth/create-user";
import { DEMO_EMAIL } from "@/lib/auth/enter-demo-endpoint";
import { database } from "@/lib/db/client";
import { users } from "@/lib/db/schema/auth";
import type { Role } from "@/lib/db/schema/workspaces";
import { InvariantViolation } from "@/lib/kernel/errors";

/** Of the two who are not the owner, so that anyone can look at the demo through their eyes; on a demo installation the owner needs none. */
export const DEMO_PASSWORD = "nightpost-demo";

const PEOPLE: readonly { email: string; name: string; role: Role; password?: string }[] = [
  { email: DEMO_EMAIL, name: "Dana Owner", role: "owner" },
  { email: "editor@nightpost.example", name: "Emil Editor", role: "editor", password: DEMO_PASSWORD },
  { email: "viewer@nightpost.example", name: "Vera Viewer", role: "viewer", password: DEMO_PASSWORD },
];

/** Makes the demo's people, or finds those that an interrupted seed made. @returns their ids and roles, the owner first */
export async function addDemoPeople(): Promise<{ userId: string; role: Role }[]> {
  const added: { userId: string; role: Role }[] = [];
  for (const { role, ...person } of PEOPLE) {
    const created = await createUser(person);
    added.push({ userId: created.ok ? created.value : await findUser(person.email), role });
  }
  return added;
}

async function findUser(email: string): Promise<string> {
  const [row] = await database().select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!row) throw new InvariantViolation("a taken address has a user");
  return row.id;
}
