import setup from "../../support/global-setup";

/** The Postgres that tests have, with its migrated template, for a script. */
export async function startServer(): Promise<{ adminUrl: string; template: string; stop: () => Promise<void> }> {
  const given = new Map<string, string>();
  const stop = await setup({ provide: (name, value) => void given.set(name, value) });
  const [adminUrl, template] = [given.get("testAdminUrl"), given.get("testTemplate")];
  if (!adminUrl || !template) throw new Error("the test server did not say where it is");
  return { adminUrl, template, stop };
}
