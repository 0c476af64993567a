import { describe, expect, test } from "vitest";
import { layeringProblems } from "../src/layering.ts";
import { samplePackage } from "./sample-package.ts";

const core = samplePackage("packages/core");
const conformance = samplePackage("packages/conformance", { manifest: dependsOn("core") });

function dependsOn(...names: readonly string[]): { dependencies: Record<string, string> } {
  return {
    dependencies: Object.fromEntries(names.map((name) => [`@cutpoint/${name}`, "workspace:^"])),
  };
}

function importing(specifier: string): Record<string, string> {
  return { "src/idea.ts": `export { x } from "${specifier}";\n` };
}

describe("the layering", () => {
  test("the samples keep the rules", () => {
    const prompts = samplePackage("packages/prompts", {
      manifest: {
        ...dependsOn("core"),
        devDependencies: { "@cutpoint/conformance": "workspace:^" },
      },
      sources: {
        ...importing("@cutpoint/core"),
        "test/a.test.ts": 'import "@cutpoint/conformance";\n',
      },
    });
    expect(layeringProblems([core, conformance, prompts])).toEqual([]);
  });

  test.each([
    ["core", "prompts"],
    ["prompts", "store-memory"],
    ["store-jsonl", "store-memory"],
    ["store-memory", "estimator-tiktoken"],
    ["adapter-langchain", "store-memory"],
    ["store-memory", "adapter-langchain"],
    ["adapter-langchain", "conformance"],
    ["eval", "conformance"],
    ["conformance", "store-memory"],
    ["cli", "store-memory"],
    ["surprise", "core"],
  ])("%s may not depend on %s", (importer, imported) => {
    const problems = layeringProblems([
      samplePackage(`packages/${imported}`),
      samplePackage(`packages/${importer}`, {
        manifest: dependsOn(imported),
        sources: importing(`@cutpoint/${imported}`),
      }),
    ]);
    expect(problems).toEqual([
      `packages/${importer}/package.json: ${importer} may not depend on @cutpoint/${imported}`,
      `packages/${importer}/src/idea.ts:1: ${importer} may not import @cutpoint/${imported}`,
    ]);
  });

  test("no package depends on the demo, and published packages use tooling in tests only", () => {
    const demo = samplePackage("apps/demo");
    const tool = samplePackage("tooling/fit", { manifest: dependsOn("demo") });
    const tested = samplePackage("packages/core", {
      manifest: { devDependencies: { "@cutpoint/fit": "workspace:^" } },
    });
    const bench = samplePackage("tooling/bench", { manifest: dependsOn("fit") });
    expect(layeringProblems([demo, tool])).toHaveLength(1);
    const published = samplePackage("packages/core", { manifest: dependsOn("fit") });
    const app = samplePackage("apps/demo", { manifest: dependsOn("fit") });
    const example = samplePackage("examples/rig", { manifest: dependsOn("fit") });
    expect(layeringProblems([samplePackage("tooling/fit"), tested])).toEqual([]);
    expect(layeringProblems([samplePackage("tooling/fit"), published])).toHaveLength(1);
    expect(layeringProblems([samplePackage("tooling/fit"), app])).toEqual([]);
    expect(layeringProblems([samplePackage("tooling/fit"), example])).toHaveLength(1);
    expect(layeringProblems([samplePackage("tooling/fit"), bench])).toEqual([]);
  });

  test("sources import only what their manifest names, and conformance never", () => {
    const store = samplePackage("packages/store-x", {
      manifest: { devDependencies: { "@cutpoint/conformance": "workspace:^" } },
      sources: importing("@cutpoint/conformance"),
    });
    expect(layeringProblems([core, conformance, store])).toEqual([
      "packages/store-x/src/idea.ts:1: @cutpoint/conformance is not a dependency",
    ]);
  });

  test.each(["../../core/src/index.ts", "../../../apps/demo/src/main.ts"])(
    "no path leads into another package: %s",
    (specifier) => {
      const store = samplePackage("packages/store-x", { sources: importing(specifier) });
      expect(layeringProblems([store])).toEqual([
        `packages/store-x/src/idea.ts:1: ${specifier} leaves the package. Import the package by its name`,
      ]);
    },
  );

  test("tooling may read the sources of a package", () => {
    const sources = importing("../../../packages/core/src/idea.ts");
    expect(layeringProblems([samplePackage("tooling/fit", { sources })])).toEqual([]);
    const demo = importing("../../../apps/demo/src/main.ts");
    expect(layeringProblems([samplePackage("tooling/fit", { sources: demo })])).toHaveLength(1);
  });

  test("only the entries of a package can be imported", () => {
    const prompts = samplePackage("packages/prompts", {
      manifest: dependsOn("core"),
      sources: importing("@cutpoint/core/src/idea.ts"),
    });
    expect(layeringProblems([core, prompts])).toEqual([
      "packages/prompts/src/idea.ts:1: @cutpoint/core/src/idea.ts is not an entry of @cutpoint/core",
    ]);
  });

  test("sources import nothing from the tests", () => {
    const store = samplePackage("packages/store-x", { sources: importing("../test/sample.ts") });
    expect(layeringProblems([store])).toEqual([
      "packages/store-x/src/idea.ts:1: sources may not import ../test/sample.ts",
    ]);
  });

  test("a host is a peer dependency of its adapter", () => {
    const adapter = samplePackage("packages/adapter-langchain", {
      manifest: { dependencies: { "@langchain/core": "^1.4.0" } },
    });
    expect(layeringProblems([adapter])).toEqual([
      "packages/adapter-langchain/package.json: @langchain/core is a host and belongs in peerDependencies",
    ]);
  });

  test("a cycle is reported, also through tests", () => {
    const tested = samplePackage("packages/core", {
      manifest: { devDependencies: { "@cutpoint/conformance": "workspace:^" } },
    });
    expect(layeringProblems([tested, conformance])).toEqual([
      "dependency cycle: core → conformance → core",
    ]);
  });
});
