import { existsSync, statfsSync } from "node:fs";
import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";
import { packageTests } from "./vitest.shared.ts";

/** Setups by the packages whose tests need them. */
const SETUPS: readonly (readonly [path: string, packages: readonly string[]])[] = [
  ["packages/inspect/test/support/build-page.ts", ["cli", "inspect"]],
  ["packages/store-postgres/test/server.ts", ["store-postgres"]],
];

const values = process.argv.slice(2);
/** Given paths of tests. */
const paths = values.filter((value) => /^[^-].*\//.test(value));

function mayRun(name: string): boolean {
  const folder = `packages/${name}`;
  return paths.length === 0 || paths.some((path) => path.includes(name) || folder.startsWith(path));
}

/**
 * All packages as one project. A worker serves one project only, so it loads the frameworks and the vocabulary of the
 * tokenizer once instead of once for each package.
 */
const everything = packageTests(import.meta.dirname, {
  name: "packages",
  include: ["{packages,apps,tooling}/*/test/**/*.test.ts"],
  globalSetup: SETUPS.flatMap(([path, names]) => (names.some(mayRun) ? [path] : [])),
  expect: { poll: { timeout: 20_000 } },
});

/** `--project core` runs one package. */
const choosesPackage = values.some((value) => value.startsWith("--project"));

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
  return {
    test: { projects: choosesPackage ? ["packages/*", "apps/*", "tooling/*"] : [everything] },
  };
});

export default config;
