import fs from "node:fs";

/** What one piece of work took of the process that did it. */
export interface Figures {
  wallMs: number;
  /** User and system time of this process alone. */
  cpuMs: number;
  /** Memory before the work, and the most seen while it ran. */
  restBytes: number;
  peakBytes: number;
}

const SAMPLE_MS = 200;
const ROLLUP = "/proc/self/smaps_rollup";

/** PSS counts shared pages by their share; where the system does not tell it, RSS, which counts them whole. */
export const MEMORY_KIND = fs.existsSync(ROLLUP) ? "PSS" : "RSS";

function memoryBytes(): number {
  if (MEMORY_KIND === "RSS") return process.memoryUsage.rss();
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(fs.readFileSync(ROLLUP, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`${ROLLUP} holds no Pss line`);
  return Number(kilobytes) * 1024;
}

/** Runs the work under the clock, memory sampled every 200 ms. The sampling itself is in the CPU figure. */
export async function measure<T>(work: () => Promise<T>): Promise<{ figures: Figures; value: T }> {
  const restBytes = memoryBytes();
  let peakBytes = restBytes;
  const sample = () => {
    peakBytes = Math.max(peakBytes, memoryBytes());
  };
  const timer = setInterval(sample, SAMPLE_MS);
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  try {
    const value = await work();
    const wallMs = performance.now() - startedMs;
    const { user, system } = process.cpuUsage(cpu);
    sample();
    return { value, figures: { wallMs, cpuMs: (user + system) / 1000, restBytes, peakBytes } };
  } finally {
    clearInterval(timer);
  }
}
