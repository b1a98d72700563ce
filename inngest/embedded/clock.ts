/** Time as the engine sees it; tests put a virtual one in its place. */
export interface EngineClock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Calls `run` once, when `now()` has reached `atMs`, never earlier and never synchronously.
   * @returns cancels it
   */
  at(atMs: number, run: () => void): () => void;
}

/** Timers of Node count monotonic time, so a machine that slept looks at its wall clock again this often. */
const LOOK_AGAIN_MS = 30_000;

/** The real clock. Its timers never fire early, survive suspension, and may lie more than 24.8 days ahead. */
export const systemClock: EngineClock = {
  now: () => Date.now(),
  at(atMs, run) {
    let timer: NodeJS.Timeout;
    const arm = () => {
      timer = setTimeout(look, Math.min(Math.max(atMs - Date.now(), 0), LOOK_AGAIN_MS));
    };
    const look = () => (Date.now() >= atMs ? run() : arm());
    arm();
    return () => clearTimeout(timer);
  },
};
