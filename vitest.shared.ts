import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { defineConfig, type UserWorkspaceConfig, type ViteUserConfigFnObject } from "vitest/config";

/** Time limits of a test in ms. They only detect tests that hang, since the machine may be busy. */
const TIMEOUT = { short: 120_000, full: 600_000 };

// Workers, and the programs that tests start, reuse compiled modules.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node");

/** Megabytes for young objects. With the default of 16, the tests collect garbage for 5 % of their time. */
const YOUNG_OBJECTS = "--max-semi-space-size=64";

/** Factors of the number of generated cases. */
const CASES = { short: "0.1", full: "10" };

/**
 * The test configuration of all packages. Sources are read through the private condition, so tests need no build.
 *
 * There are two tiers. `vitest run` skips tests with the tag `long`; `vitest run --mode full` runs all tests, with more
 * generated cases.
 */
export function packageTests(
  directory: string,
  more: UserWorkspaceConfig["test"] = {},
): ViteUserConfigFnObject {
  const conditions = ["@cutpoint/source"];
  return defineConfig(({ mode }) => ({
    resolve: { conditions },
    test: {
      name: basename(directory),
      include: ["test/**/*.test.ts"],
      environment: "node",
      testTimeout: mode === "full" ? TIMEOUT.full : TIMEOUT.short,
      hookTimeout: mode === "full" ? TIMEOUT.full : TIMEOUT.short,
      tags: [
        {
          name: "long",
          description: "Runs in test:full only: kills, large matrices, whole programs.",
          skip: mode !== "full",
        },
      ],
      env: {
        CUTPOINT_RUNS: process.env["CUTPOINT_RUNS"] ?? (mode === "full" ? CASES.full : CASES.short),
      },
      // A worker serves many files, so modules are loaded once. Tests leave no global state behind.
      isolate: false,
      // Node.js loads the sources itself: faster than the module runner of Vite, and as users run them.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      execArgv: [...conditions.map((name) => `--conditions=${name}`), YOUNG_OBJECTS],
      maxWorkers: availableParallelism(),
      setupFiles: [join(import.meta.dirname, "tooling/laws/src/fixed-seed.ts")],
      unstubEnvs: true,
      ...more,
    },
  }));
}
