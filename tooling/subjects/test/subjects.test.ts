import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseSubjects } from "@cutpoint/conformance";
import { subjects as estimators } from "../src/estimators.ts";
import { MODULES } from "../src/modules.ts";
import { subjects as states } from "../src/state-stores.ts";
import { subjects as stores } from "../src/stores.ts";
import { subjects as summarizers } from "../src/summarizers.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

test("every store and estimator of the repository is a subject", () => {
  const names = new Set([...stores, ...estimators].map(({ name }) => name));
  const packages = globSync("packages/{store,estimator}-*", { cwd: ROOT })
    .map((path) => path.replaceAll("\\", "/").replace("packages/", "@cutpoint/"))
    .filter((name) => name !== "@cutpoint/store-postgres");
  expect(packages.length).toBeGreaterThan(2);
  for (const name of packages) expect(names).toContain(name);
  expect(states.map(({ name }) => name.replace("states of ", ""))).toEqual(
    expect.arrayContaining(packages.filter((name) => name.includes("/store-"))),
  );
});

test("every subject has a rig of its type", () => {
  const all = [...stores, ...states, ...estimators, ...summarizers];
  expect(parseSubjects(all)).toEqual(all);
});

test.each(Object.entries(MODULES))("the module of %s exists", (_name, path) => {
  expect(existsSync(new URL(path, new URL("../src/modules.ts", import.meta.url)))).toBe(true);
});
