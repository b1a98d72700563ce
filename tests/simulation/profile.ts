/** What may go wrong, how often, and which changes the world goes through. Probabilities are per point, unless named otherwise. */
export interface Profile {
  name: string;
  /** Death of a process at a point. */
  crash: number;
  /** Stop of a process at a point, for seconds up to 40 minutes; it goes on afterwards. */
  freeze: number;
  /** Whether a process may also stop between its last check and the socket: the call leaves when it goes on. */
  freezesAtSocket: boolean;
  /** A store's connection is lost before or after the transaction. */
  storeError: number;
  /** A write's answer is lost, before or after its effect. */
  doubt: number;
  /** Of doubts: effects that come up to 90 s after the call. */
  lateEffects: number;
  /** A write is refused for now, for good (the record), or for all (credential). */
  transient: number;
  permanent: number;
  refusesAll: number;
  /** A read of the source fails, a cursor is refused, a list is stale, short or empty. */
  sourceFails: number;
  cursorRefused: number;
  staleRow: number;
  shortList: number;
  /** By-id reads answer null for a living record. */
  nullLies: number;
  /** Incidents of reading per seed, at most: rows withheld from list or index, a stale replica, an index behind, nulls by id, a filter by days. */
  readIncidents: number;
  /** Whether sweeps are due, as often as a course of hours has room for. */
  sweeps: boolean;
  /** Shop and database are an hour apart, per seed. */
  clockSkew: number;
  /** A person publishes, rolls back, pauses, cancels, rotates a token; how many of these per seed at most. */
  peopleActs: number;
  manualRuns: number;
  /** Whether "send again even if unchanged" is asked for where calls land late: a look at equal content proves nothing then. */
  resendsWhileLate: boolean;
  /** Manual runs that begin at a date. */
  manualFromDate: boolean;
  /** Runs that are capped, per seed. */
  tightCaps: number;
  /** Whether a call that was given up and lands late counts against the caps. */
  capsCountLateCalls: boolean;
  /** Whether customers share addresses, change them, vanish; whether contacts are erased in the destination. */
  sharedAddresses: boolean;
  changesAddress: boolean;
  vanishes: boolean;
  erased: boolean;
  /** Whether lists by id are cut short as well: nothing is known yet that could be missed. */
  shortFirstList: boolean;
  /** Whether at rest an opt-out must be blocklisted also when the contact was off the lists before. */
  blocksUnlisted: boolean;
  /** Whether at rest no claim may be open, in an idle lane either. */
  drainsAcrossLanes: boolean;
  /** Whether at rest the contacts of vanished customers must be off the lists. */
  vanishedComeOff: boolean;
}

/** What is built: green, always. In every other seed calls neither land late nor wait at the socket, so that a repeat has no excuse. */
export const BASE: Profile = {
  name: "base",
  crash: 0.004,
  freeze: 0.003,
  freezesAtSocket: true,
  storeError: 0.002,
  doubt: 0.06,
  lateEffects: 0.3,
  transient: 0.02,
  permanent: 0.004,
  refusesAll: 0.001,
  sourceFails: 0.01,
  cursorRefused: 0.01,
  staleRow: 0.02,
  shortList: 0.01,
  nullLies: 0,
  readIncidents: 0,
  sweeps: false,
  clockSkew: 0.1,
  peopleActs: 3,
  manualRuns: 3,
  resendsWhileLate: true,
  manualFromDate: true,
  tightCaps: 0.2,
  capsCountLateCalls: true,
  sharedAddresses: true,
  changesAddress: true,
  vanishes: true,
  erased: true,
  shortFirstList: false,
  blocksUnlisted: true,
  drainsAcrossLanes: true,
  vanishedComeOff: false,
};

/** Everything that spec 2 promises. */
export const FULL: Profile = {
  ...BASE,
  name: "full",
  nullLies: 0.002,
  readIncidents: 3,
  sweeps: true,
  shortFirstList: true,
  vanishedComeOff: true,
};

const DIMENSIONS: Record<string, Partial<Profile>> = {
  /** Shopify's clock is an hour off, ahead or behind, in every seed. */
  skew: { clockSkew: 1 },
  null: { nullLies: 0.002 },
  first: { shortFirstList: true },
  vanish: { vanishedComeOff: true, sweeps: true },
  /** Every seed's reads go wrong for a while, and sweeps bound what no receipt can see. */
  reading: { readIncidents: 4, sweeps: true },
};

/** @param name `base`, `full`, or `base+null+vanish`: the base with single dimensions added */
export function profileOf(name: string): Profile {
  const [first, ...added] = name.split("+");
  if (first !== "base" && first !== "full") throw new Error(`no profile ${name}`);
  const start = first === "full" ? FULL : BASE;
  const profile: Profile = { ...start, name };
  for (const dimension of added) {
    const more = DIMENSIONS[dimension];
    if (!more) throw new Error(`no dimension ${dimension}; there are ${Object.keys(DIMENSIONS).join(", ")}`);
    Object.assign(profile, more);
  }
  return profile;
}
