import fs from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../../..");

/** README.md and every file of docs/, relative to the root. */
export function documents(): string[] {
  const inDocs = fs.readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" });
  return ["README.md", ...inDocs.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];
}

export const readDocument = (file: string): string => fs.readFileSync(path.join(root, file), "utf8");

const folders = fs.readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const ours = folders
  .map((entry) => entry.name)
  .filter((name) => !["node_modules", ".next", ".data", ".git"].includes(name));

/** Events of the engine and entry points of its package look like paths below inngest/ and are none. */
const isInngests = (text: string): boolean => /^inngest\/(\*|function\.|edge$)/.test(text);

/** What stands in backticks and begins with one of our top-level folders, relative to the root. */
export function pathsNamedIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? "");
  return quoted.filter((name) => ours.some((folder) => name.startsWith(`${folder}/`)) && !isInngests(name));
}

/** Targets of the links in a document that lead to files, relative to the root. */
export function linksIn(text: string, file: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => (match[1] ?? "").replace(/#.*$/, ""));
  return targets
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
    .map((target) => path.join(path.dirname(file), target));
}

/** Whether a path exists; `*` in its last part stands for any text, and one match is enough. */
export function exists(name: string): boolean {
  const absolute = path.join(root, name);
  if (!name.includes("*")) return fs.existsSync(absolute);
  const parts = path.basename(name).split("*");
  const pattern = new RegExp(`^${parts.map((part) => part.replace(/[.+?^$()[\]{}|\\]/g, "\\$&")).join(".*")}$`);
  const dir = path.dirname(absolute);
  return fs.existsSync(dir) && fs.readdirSync(dir).some((entry) => pattern.test(entry));
}
