import { basename } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Time limit of a test in ms. It only detects tests that hang, since the machine may be busy. */
const TIMEOUT = 120_000;

/** The test configuration of all packages. Sources are read through the private condition, so tests need no build. */
export function packageTests(directory: string): ViteUserConfig {
  const conditions = ["@cutpoint/source", "node"];
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      name: basename(directory),
      include: ["test/**/*.test.ts"],
      environment: "node",
      testTimeout: TIMEOUT,
      hookTimeout: TIMEOUT,
    },
  });
}
