import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

const support = path.resolve(import.meta.dirname, "tests/support");

/** Projects whose test files each get a database, cloned from one that is migrated once. */
const withDatabase = { globalSetup: [path.join(support, "global-setup.ts")], testTimeout: 60_000, hookTimeout: 60_000 };

const project = (name: string, more = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.ts`], ...more },
});

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
  },
  test: {
    // Vitest leaves one core free, which on two cores runs file after file; the long ones here wait for leases and lines, not for the processor.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      project("unit", { testTimeout: 30_000 }),
      project("property", { testTimeout: 60_000 }),
      project("simulation", { testTimeout: 180_000 }),
      project("contract", { testTimeout: 30_000 }),
      project("db", withDatabase),
      project("engine", { ...withDatabase, testTimeout: 60_000 }),
    ],
  },
});
