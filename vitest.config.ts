import { existsSync, statfsSync } from "node:fs";
import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";
import { packageTests } from "./vitest.shared.ts";

/** Packages with a global setup: they build the page of inspect or start PostgreSQL. */
const withSetup = ["packages/cli", "packages/inspect", "packages/store-postgres"];

/**
 * All other packages as one project. A worker serves one project only, so it loads the frameworks and the vocabulary of
 * the tokenizer once instead of once for each package.
 */
const others = packageTests(import.meta.dirname, {
  name: "packages",
  include: ["{packages,apps,tooling}/*/test/**/*.test.ts"],
  exclude: withSetup.map((folder) => `${folder}/**`),
});

/** `--project core` runs one package. */
const choosesPackage = process.argv.some((argument) => argument.startsWith("--project"));

const MEMORY = "/dev/shm";
/** In bytes. Docker's default of 64 MB is too small for the tests. */
const NEEDED_MEMORY = 2 ** 31;

/** Uses a folder in memory for temporary files if there is one, so that tests do not wait for the disk. */
function keepFilesInMemory(): void {
  if (!existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize >= NEEDED_MEMORY) process.env["TMPDIR"] ??= MEMORY;
}

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => {
  if (mode !== "full") keepFilesInMemory();
  const projects = choosesPackage ? ["packages/*", "apps/*", "tooling/*"] : [...withSetup, others];
  return { test: { projects } };
});

export default config;
