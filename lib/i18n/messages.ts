import fs from "node:fs/promises";
import path from "node:path";
import type { AbstractIntlMessages } from "next-intl";
import { LOCALES, type Locale } from "./locales";

const read = new Map<Locale, Promise<AbstractIntlMessages>>();

/**
 * All messages of a language: `messages/<locale>/<namespace>.json`, one file a namespace.
 * Read once a process, except in development.
 */
export function loadMessages(locale: Locale, root = process.cwd()): Promise<AbstractIntlMessages> {
  const known = process.env.NODE_ENV === "production" ? read.get(locale) : undefined;
  if (known) return known;
  const loading = readMessages(path.join(/* turbopackIgnore: true */ root, "messages", locale));
  read.set(locale, loading);
  return loading;
}

async function readMessages(folder: string): Promise<AbstractIntlMessages> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith(".json")).sort();
  const entries = await Promise.all(
    files.map(async (file) => [
      path.basename(file, ".json"),
      JSON.parse(await fs.readFile(path.join(folder, file), "utf8")),
    ]),
  );
  return Object.fromEntries(entries);
}

/** Reads every language at start, so that a broken message file stops the server instead of a page. */
export async function checkMessages(): Promise<void> {
  await Promise.all(LOCALES.map((locale) => loadMessages(locale)));
}
