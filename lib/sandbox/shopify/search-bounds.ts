/** Inclusive bounds; absent means open. Times are whole seconds since the epoch. */
export interface Bounds<T> {
  from?: T;
  to?: T;
}

/** The bounds that satisfy both. */
export function narrow<T>(old: Bounds<T>, fresh: Bounds<T>, compare: (left: T, right: T) => number): Bounds<T> {
  const bounds: Bounds<T> = {};
  const froms = [old.from, fresh.from].filter((value) => value !== undefined).sort(compare);
  const tos = [old.to, fresh.to].filter((value) => value !== undefined).sort(compare);
  if (froms.length > 0) bounds.from = froms[froms.length - 1] as T;
  if (tos.length > 0) bounds.to = tos[0] as T;
  return bounds;
}
