import { environment } from "@/lib/env";

/** Whether this is a demo installation: stand-ins, made-up data, sign-in with one click. */
export function isDemoInstallation(): boolean {
  return environment().NIGHTPOST_DEMO;
}
