import { spawn } from "node:child_process";
import { root } from "../../scripts/lib/paths.mjs";

export interface ScriptOutcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a TypeScript script of `scripts/` as an operator would, with this environment on top. */
export function runScript(file: string, args: string[], env: Record<string, string>): Promise<ScriptOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", `scripts/${file}`, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const heard = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => {
      heard.stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      heard.stderr += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...heard }));
  });
}
