import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../../scripts/lib/paths.mjs";

/** Copies what git knows or would know of the checkout, as it stands, and links its packages. @returns the copy's folder */
export function copyTree(): string {
  const copy = mkdtempSync(path.join(tmpdir(), "nightpost-mutants-"));
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  for (const file of listed.split("\0")) {
    // Git still lists what was deleted and not yet committed.
    if (file === "" || !existsSync(path.join(root, file))) continue;
    cpSync(path.join(root, file), path.join(copy, file), { recursive: true });
  }
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  return copy;
}

export const removeTree = (copy: string): void => rmSync(copy, { recursive: true, force: true });
