import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type Manifest, readWorkspace, ROOT } from "../src/workspace.ts";

const packages = readWorkspace().filter(({ kind }) => kind === "package");
const ours = new Set(packages.map(({ manifest }) => manifest.name));

/** Each published package with each dependency from outside the repository. */
const dependencies = packages.flatMap(({ folder, manifest }) =>
  Object.keys(manifest.dependencies ?? {})
    .filter((dependency) => !ours.has(dependency))
    .map((dependency) => ({ folder, row: `${manifest.name} ${dependency}`, dependency })),
);

test("docs/dependencies.md lists the dependencies of all published packages", () => {
  const page = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([^`]+)` \| `([^`]+)` \| .+ \| .+ \|$/gmu)];
  expect(rows.map(([, name, dependency]) => `${name} ${dependency}`).toSorted()).toEqual(
    dependencies.map(({ row }) => row).toSorted(),
  );
});

test.each(dependencies)("$row installs without running a script", ({ dependency, folder }) => {
  const scripts = installed(join(ROOT, folder), dependency).flatMap(
    ({ name, scripts: each = {} }) =>
      ["preinstall", "install", "postinstall"]
        .filter((script) => script in each)
        .map((script) => `${name}: ${script}`),
  );
  expect(scripts).toEqual([]);
});

/** Returns the manifests of an installed package and of all that it depends on. */
function installed(from: string, name: string, found = new Map<string, Manifest>()): Manifest[] {
  const folder = findInstalled(from, name);
  if (!found.has(folder)) {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    found.set(folder, manifest);
    for (const dependency of Object.keys(manifest.dependencies ?? {}))
      installed(folder, dependency, found);
  }
  return [...found.values()];
}

function findInstalled(from: string, name: string): string {
  const folder = join(from, "node_modules", name);
  if (existsSync(folder)) return realpathSync(folder);
  if (dirname(from) === from) throw new Error(`${name} is not installed`);
  return findInstalled(dirname(from), name);
}
