/** Which name in memory stands for which id in Postgres: runs, publications, walks, claims, and all else that has one. */
export class IdMap {
  private readonly toSql = new Map<string, string>();
  private readonly toMemory = new Map<string, string>();

  bind(inMemory: string, inSql: string): void {
    this.toSql.set(inMemory, inSql);
    this.toMemory.set(inSql, inMemory);
  }

  /** @throws for a name that was never bound */
  sql(inMemory: string): string {
    const found = this.toSql.get(inMemory);
    if (found === undefined) throw new Error(`${inMemory} has no id in Postgres`);
    return found;
  }

  /** A copy of any value in which every name is the id that stands for it in Postgres. */
  toSqlIn<T>(value: T): T {
    return translate(value, this.toSql) as T;
  }

  /** The way back. */
  toMemoryIn<T>(value: T): T {
    return translate(value, this.toMemory) as T;
  }
}

function translate(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return names.get(value) ?? value;
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((one) => translate(one, names));
  if (value instanceof Set) return new Set([...value].map((one) => translate(one, names)));
  if (value instanceof Map)
    return new Map([...value].map(([key, one]) => [translate(key, names), translate(one, names)]));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, translate(one, names)]));
}
