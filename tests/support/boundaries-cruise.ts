import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { inModules, root } from "../../scripts/lib/paths.mjs";

export interface Violation {
  rule: string;
  from: string;
}

/**
 * Runs dependency-cruiser with the project's own rules over files written for the purpose.
 * @param files path to content, e.g. `{"lib/kernel/a.ts": "import '@/lib/rules/b'"}`; laid out in a folder of their own
 * @returns every broken rule with the file that breaks it
 */
export async function cruiseFiles(files: Record<string, string>): Promise<Violation[]> {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "nightpost-boundaries-")));
  try {
    for (const [name, content] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
      fs.writeFileSync(path.join(dir, name), content);
    }
    for (const name of ["tsconfig.json", ".dependency-cruiser.mjs"])
      fs.copyFileSync(path.join(root, name), path.join(dir, name));
    fs.symlinkSync(path.join(root, "node_modules"), path.join(dir, "node_modules"));
    const folders = [...new Set(Object.keys(files).map((name) => name.split("/")[0] ?? name))];
    const cruiser = inModules("dependency-cruiser/bin/dependency-cruise.mjs");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cruiser, "--config", ".dependency-cruiser.mjs", "--output-type", "json", ...folders],
      { cwd: dir, maxBuffer: 50_000_000 },
    );
    const report = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } };
    return report.summary.violations.map(({ from, rule }) => ({ rule: rule.name, from }));
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
}
