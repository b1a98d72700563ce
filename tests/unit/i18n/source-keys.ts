/** What one source file asks of the message files. */
export interface KeysUsed {
  /** Full keys, `namespace.path`, asked for literally. */
  exact: Set<string>;
  /** `namespace.path.` with a part that is known only at run time. */
  prefixes: Set<string>;
  /** Every text literal that looks like a key or an error code: what is passed around as data counts as used. */
  literals: Set<string>;
}

const DECLARED = /const\s+(\w+)\s*=\s*(?:await\s+)?(?:use|get)Translations\(\s*(?:"([^"]*)")?\s*\)/g;
/** A `t` that is handed over: `t: ReturnType<typeof useTranslations<"space">>`. */
const HANDED = /(\w+)\??:\s*(?:Awaited<)?ReturnType<typeof (?:use|get)Translations<"([^"]*)">>/g;
const DIRECT = /\(await getTranslations\(\s*"([^"]*)"\s*\)\)\(\s*"([^"]*)"/g;
const CALLED = /(?<![\w.$])(\w+)(?:\.(?:rich|markup|raw|has))?\(\s*(?:"([^"\n]*)"|`([^`]*)`)/g;
const LITERAL = /["'`]([a-z][\w-]*(?:\.[\w-]+)*)["'`]/g;

const join = (space: string, key: string) => (space ? `${space}.${key}` : key);

/** Reads the keys that a file uses, by its text: `const t = useTranslations("space")` and `t("key")`, `` t(`part.${x}`) ``. */
export function keysIn(source: string): KeysUsed {
  const used: KeysUsed = { exact: new Set(), prefixes: new Set(), literals: new Set() };
  const declared = [...source.matchAll(DECLARED), ...source.matchAll(HANDED)].map((found) => ({
    at: found.index,
    name: found[1] ?? "",
    space: found[2] ?? "",
  }));
  declared.sort((a, b) => a.at - b.at);
  for (const [, space = "", key = ""] of source.matchAll(DIRECT)) used.exact.add(join(space, key));
  for (const call of source.matchAll(CALLED)) {
    const [, name = "", plain, template] = call;
    // The nearest one above: a file may hold several components, each with a `t` of its own.
    const declaration = declared.findLast((candidate) => candidate.name === name && candidate.at < call.index);
    if (!declaration) continue;
    if (plain !== undefined) used.exact.add(join(declaration.space, plain));
    else if (template !== undefined) addTemplate(used, join(declaration.space, template));
  }
  for (const [, literal = ""] of source.matchAll(LITERAL)) used.literals.add(literal);
  return used;
}

function addTemplate(used: KeysUsed, key: string): void {
  const dynamic = key.indexOf("${");
  if (dynamic < 0) used.exact.add(key);
  else used.prefixes.add(key.slice(0, dynamic));
}
