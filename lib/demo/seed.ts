import { seedStandIns } from "@/lib/demo/seed-stand-ins";
import { hasDemoWorkspace } from "@/lib/demo/workspace";

export interface DemoPlaces {
  sandboxControlUrl: string;
  sandboxControlSecret: string;
  /** The shop's customers signed up in the two years before; default the present. */
  now?: Date;
}

/**
 * Adds the demo: its people, the workspace "Night Demo" with nothing connected, and records in both stand-ins. The workspace comes last and so says that all
 * the rest is there; a seed that was interrupted is finished by the next one. Later calls fill only a stand-in that is empty, as after a reset.
 * Needs the environment of the app (`DATABASE_URL` and keys).
 */
export async function seedDemo({
  sandboxControlUrl,
  sandboxControlSecret,
  now = new Date(),
}: DemoPlaces): Promise<{ created: boolean }> {
  const seeded = await hasDemoWorkspace();
  await seedStandIns({ controlUrl: sandboxControlUrl, secret: sandboxControlSecret, now }, { fresh: !seeded });
  if (seeded) return { created: false };
  return { created: await addPeopleAndWorkspace() };
}

/** Loads the sign-in library only when it is needed: a second start waits for this script. */
async function addPeopleAndWorkspace(): Promise<boolean> {
  const [{ addDemoPeople }, { addDemoWorkspace }] = await Promise.all([import("./people"), import("./workspace")]);
  return addDemoWorkspace(await addDemoPeople());
}
