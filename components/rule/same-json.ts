/** Whether two JSON values are equal, whatever the order of their keys. What is `undefined` counts as absent. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [present(one), present(other)];
  if (mine.length !== theirs.length) return false;
  const values = new Map(theirs);
  return mine.every(([key, value]) => values.has(key) && sameJson(value, values.get(key)));
}

function present(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
