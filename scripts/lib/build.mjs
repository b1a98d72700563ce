import fs from "node:fs";
import path from "node:path";
import { takeLock } from "./lock.mjs";
import { checkoutDataDir, inModules, root } from "./paths.mjs";
import { sleep } from "./processes.mjs";
import { capture } from "./run.mjs";
import { Refusal, say } from "./say.mjs";
import { hashOf } from "./sources.mjs";

const sources = [
  "app",
  "components",
  "inngest",
  "lib",
  "messages",
  "public",
  "vendor",
  "next.config.ts",
  "postcss.config.mjs",
  "package-lock.json",
  "tsconfig.json",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
];

/** Builds, alone: another instance of this checkout may be building at this moment. */
async function lockedBuild(/** @type {() => Promise<void>} */ work) {
  for (;;) {
    const lock = await takeLock(path.join(checkoutDataDir, "build.lock"));
    if (lock.mine) return work().finally(lock.release);
    await sleep(250);
  }
}

/**
 * `next build`, only when a source changed since the last one.
 * @throws Refusal with the build's output when it fails
 */
export function build() {
  const stamp = path.join(root, ".next/nightpost-sources");
  return lockedBuild(async () => {
    const want = hashOf(root, sources);
    if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === want) return;
    say("building the pages (next build), as they changed: half a minute …");
    fs.rmSync(stamp, { force: true });
    const { ok, output } = await capture(process.execPath, [inModules("next/dist/bin/next"), "build"], {
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    });
    if (!ok) throw new Refusal(`next build failed:\n\n${output.trim()}`);
    fs.writeFileSync(stamp, want);
    say("pages built");
  });
}
