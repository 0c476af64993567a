import { basename } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";

/** When a test is taken to hang, in ms: no time in which it should be done, since a machine may be busy. */
const TIMEOUT = 120_000;

/** The one test configuration of every package: sources are read through the private condition, so no build comes first. */
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
