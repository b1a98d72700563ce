// Adds the demo workspace, once. Run by the supervisor in demo mode, after the migrations and when the stand-ins answer.
import { seedDemo } from "@/lib/demo/seed";

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: npm start runs this script`);
  return value;
}

// The web server has no port yet, and nobody signs in here.
process.env.APP_URL ??= "http://localhost";

const { created } = await seedDemo({
  sandboxControlUrl: required("SANDBOX_CONTROL_URL"),
  sandboxControlSecret: required("SANDBOX_CONTROL_SECRET"),
});
if (created) console.log("          demo workspace added");
process.exit(0);
