/** Any value as plain JSON: maps by key, sets in order, bytes as hex; what is undefined is left out. */
export function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (value instanceof Set) return [...value].map(plain).sort();
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const told = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(told.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, plain(one)]));
}

/** Where two values first differ, as `path: memory … Postgres …`; null when they do not. */
export function firstDifference(inMemory: unknown, inSql: unknown): string | null {
  return differs(plain(inMemory), plain(inSql), "");
}

function differs(one: unknown, other: unknown, path: string): string | null {
  if (Object.is(one, other)) return null;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other))
    return `${path}: memory ${JSON.stringify(one) ?? "nothing"}, Postgres ${JSON.stringify(other) ?? "nothing"}`;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = differs(one[key], other[key], `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
