import type { Manifest, PackageKind, WorkspacePackage } from "../src/workspace.ts";

const KINDS: Readonly<Record<string, PackageKind>> = {
  packages: "package",
  apps: "app",
  tooling: "tooling",
  examples: "example",
};

/** Creates a package of the right shape, with overrides. */
export function samplePackage(
  folder: string,
  changes: {
    readonly manifest?: Manifest;
    readonly sources?: Readonly<Record<string, string>>;
  } = {},
): WorkspacePackage {
  const [parent = "", name = ""] = folder.split("/");
  const sources = {
    "src/index.ts": 'export { idea } from "./idea.ts";\n',
    "src/idea.ts": "export const idea: number = 1;\n",
    "src/main.ts": "console.log(1);\n",
    "test/idea.test.ts": "export {};\n",
    ...changes.sources,
  };
  return {
    folder,
    kind: KINDS[parent] ?? "package",
    manifest: {
      name: `@cutpoint/${name}`,
      engines: { node: ">=22.16" },
      ...(parent === "packages" ? published(folder) : {}),
      ...changes.manifest,
    },
    paths: ["package.json", ...Object.keys(sources)],
    sources: new Map(Object.entries(sources)),
  };
}

const address = "https://example.com/cutpoint";

/** The root manifest that the samples agree with. */
export const sampleRoot: Manifest = {
  bugs: `${address}/issues`,
  license: "MIT",
  author: "Someone",
  repository: { type: "git", url: `git+${address}.git` },
};

function published(folder: string): Manifest {
  return {
    ...sampleRoot,
    keywords: ["sample"],
    homepage: `${address}/tree/main/${folder}#readme`,
    repository: { type: "git", url: `git+${address}.git`, directory: folder },
    publishConfig: { access: "public", provenance: true },
    files: ["dist", "src"],
    exports: {
      ".": {
        "@cutpoint/source": "./src/index.ts",
        types: "./dist/index.d.ts",
        default: "./dist/index.js",
      },
    },
  };
}
