import { posix } from "node:path";
import { readModule } from "./module-record.ts";
import type { Manifest, WorkspacePackage } from "./workspace.ts";

const SOURCE_CONDITION = "@cutpoint/source";

/** Names under which unlike things gather; a file is named for its one idea. */
const VAGUE_NAME = /(^|\/)(utils?|helpers?|common|misc|shared|types)(\.ts|\/)/;

const EVASIONS: readonly (readonly [RegExp, string])[] = [
  [/\bas unknown as\b/, "`as unknown as` silences the compiler"],
  [/@ts-(ignore|expect-error|nocheck)/, "a comment silences the compiler"],
  [/oxlint-disable|eslint-disable/, "a comment silences the linter"],
];

/** Where a package has not the shape that all packages share, one sentence each. */
export function shapeProblems(packages: readonly WorkspacePackage[]): readonly string[] {
  return [
    ...packages.flatMap((entry) => {
      const manifest =
        entry.kind === "package" ? publishedProblems(entry) : privateProblems(entry.manifest);
      return [
        ...manifest.map((problem) => `${entry.folder}/package.json: ${problem}`),
        ...missingFiles(entry).map((path) => `${entry.folder}: ${path} is missing`),
        ...sourceProblems(entry).map((problem) => `${entry.folder}/${problem}`),
      ];
    }),
    ...versionProblems(packages),
  ];
}

function publishedProblems({ manifest, folder, paths }: WorkspacePackage): readonly string[] {
  const name = posix.basename(folder);
  const expected = name === "cli" ? "cutpoint" : `@cutpoint/${name}`;
  return [
    ...unless(manifest.name === expected, `name should be ${expected}`),
    ...unless(/^\d+\.\d+\.\d+/.test(manifest.version ?? ""), "version should be like 1.2.3"),
    ...unless(manifest.private === undefined, "a published package is not private"),
    ...unless(manifest.sideEffects === false, "sideEffects should be false"),
    ...unless(
      manifest.files?.join() === "dist,src",
      'files should be ["dist", "src"]: what is built, and the source that its maps point to',
    ),
    ...unless(manifest.engines?.["node"] === ">=22.16", 'engines.node should be ">=22.16"'),
    ...unless(
      manifest.publishConfig?.access === "public" && manifest.publishConfig.provenance === true,
      'publishConfig should be { "access": "public", "provenance": true }',
    ),
    ...unless(
      manifest.scripts?.["build"] === "tsc -p tsconfig.build.json",
      'scripts.build should be "tsc -p tsconfig.build.json"',
    ),
    ...everywhereProblems(manifest),
    ...exportProblems(manifest, paths),
  ];
}

function privateProblems(manifest: Manifest): readonly string[] {
  return [
    ...unless(manifest.private === true, "private should be true"),
    ...unless((manifest.name ?? "") !== "", "name is missing"),
    ...everywhereProblems(manifest),
  ];
}

function everywhereProblems(manifest: Manifest): readonly string[] {
  const ours = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([name]) => name === "cutpoint" || name.startsWith("@cutpoint/"),
  );
  return [
    ...unless(manifest.description?.endsWith(".") === true, "description should be a sentence"),
    ...unless(manifest.license === "MIT", "license should be MIT"),
    ...unless(manifest.type === "module", "type should be module"),
    ...ours
      .filter(([, range]) => range !== "workspace:^")
      .map(([name, range]) => `${name} is ${range}: it should be workspace:^`),
  ];
}

function exportProblems(manifest: Manifest, paths: readonly string[]): readonly string[] {
  const entries = Object.entries(manifest.exports ?? {});
  return [
    ...unless(entries[0]?.[0] === ".", 'exports should begin with "."'),
    ...entries.flatMap(([subpath, conditions]) => {
      const source = conditions[SOURCE_CONDITION] ?? "";
      const base = /^\.\/src\/(.+)\.ts$/.exec(source)?.[1];
      const expected = {
        [SOURCE_CONDITION]: `./src/${base}.ts`,
        types: `./dist/${base}.d.ts`,
        default: `./dist/${base}.js`,
      };
      return [
        ...unless(
          JSON.stringify(conditions) === JSON.stringify(expected),
          `exports["${subpath}"] should be ${SOURCE_CONDITION}, types, default, in that order, for one source file`,
        ),
        ...unless(paths.includes(source.slice(2)), `exports["${subpath}"] has no file ${source}`),
      ];
    }),
  ];
}

function missingFiles({ kind, paths }: WorkspacePackage): readonly string[] {
  const required = {
    package: [
      "README.md",
      "tsconfig.json",
      "tsconfig.build.json",
      "vitest.config.ts",
      "src/index.ts",
    ],
    app: ["tsconfig.json", "vitest.config.ts", "src/main.ts"],
    tooling: ["tsconfig.json", "vitest.config.ts"],
    example: [],
  }[kind];
  const tested = paths.some((path) => /^test\/.*\.test\.ts$/.test(path));
  return [
    ...required.filter((path) => !paths.includes(path)),
    ...(kind === "example" || tested ? [] : ["a test in test/"]),
  ];
}

function sourceProblems({ sources, kind }: WorkspacePackage): readonly string[] {
  const problems: string[] = [];
  for (const [path, text] of sources) {
    if (VAGUE_NAME.test(path)) problems.push(`${path}: name the file for the one idea it holds`);
    const record = readModule(path, text);
    if (record.exportsAll) problems.push(`${path}: \`export *\` hides what is public`);
    if (record.exportsDefault) problems.push(`${path}: exports are named, none is the default`);
    if (!path.startsWith("src/") || kind === "tooling") continue;
    for (const [pattern, problem] of EVASIONS)
      if (pattern.test(text)) problems.push(`${path}: ${problem}`);
    if (kind === "package" && path === "src/index.ts" && !onlyExports(record.program.body))
      problems.push(`${path}: it lists the public names and holds nothing else`);
  }
  return problems;
}

type Statements = ReturnType<typeof readModule>["program"]["body"];

function onlyExports(statements: Statements): boolean {
  return statements.every(
    (statement) =>
      statement.type === "ExportNamedDeclaration" &&
      (statement.source !== null || statement.specifiers.length === 0) &&
      statement.declaration === null,
  );
}

/** A version that several packages use is written once, in the catalog. */
function versionProblems(packages: readonly WorkspacePackage[]): readonly string[] {
  const uses = new Map<string, { readonly folder: string; readonly range: string }[]>();
  for (const { manifest, folder } of packages)
    for (const [name, range] of Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
    })) {
      if (range.startsWith("workspace:")) continue;
      uses.set(name, [...(uses.get(name) ?? []), { folder, range }]);
    }
  return [...uses].flatMap(([name, places]) =>
    places.length > 1 && places.some(({ range }) => range !== "catalog:")
      ? [
          `${name} is used by ${places.map(({ folder }) => folder).join(", ")}: its version belongs in the catalog`,
        ]
      : [],
  );
}

function unless(holds: boolean, problem: string): readonly string[] {
  return holds ? [] : [problem];
}
