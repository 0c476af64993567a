import { readModule } from "./module-record.ts";
import type { Manifest, WorkspacePackage } from "./workspace.ts";

const SOURCE_CONDITION = "@cutpoint/source";

/** Names that fit any content. A file is named after its one idea. */
const VAGUE_NAME = /(^|\/)(utils?|helpers?|common|misc|shared|types)(\.ts|\/)/;

const EVASIONS: readonly (readonly [RegExp, string])[] = [
  [/\bas unknown as\b/, "`as unknown as` silences the compiler"],
  [/oxlint-disable|eslint-disable/, "a comment silences the linter"],
];

/**
 * Finds differences from the shape that all packages share, one sentence each.
 *
 * publint, attw, pnpm and oxlint check the rest.
 */
export function shapeProblems(packages: readonly WorkspacePackage[]): readonly string[] {
  return packages.flatMap((entry) => [
    ...(entry.kind === "package" ? publishedProblems(entry) : []).map(
      (problem) => `${entry.folder}/package.json: ${problem}`,
    ),
    ...sourceProblems(entry).map((problem) => `${entry.folder}/${problem}`),
  ]);
}

function publishedProblems({ manifest, paths }: WorkspacePackage): readonly string[] {
  return [
    ...unless(
      manifest.files?.join() === "dist,src",
      'files is wrong: expected ["dist", "src"], since source maps refer to src',
    ),
    ...unless(
      manifest.engines?.["node"] === ">=22.16",
      'engines.node is wrong: expected ">=22.16"',
    ),
    ...exportProblems(manifest, paths),
  ];
}

function exportProblems(manifest: Manifest, paths: readonly string[]): readonly string[] {
  const entries = Object.entries(manifest.exports ?? {});
  return [
    ...unless(entries[0]?.[0] === ".", 'exports is wrong: expected "." as the first entry'),
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
          `exports["${subpath}"] is wrong: expected ${SOURCE_CONDITION}, types, default, in that order, for one source file`,
        ),
        ...unless(
          paths.includes(source.slice(2)),
          `exports["${subpath}"]: ${source} does not exist`,
        ),
      ];
    }),
  ];
}

function sourceProblems({ sources, kind }: WorkspacePackage): readonly string[] {
  const problems: string[] = [];
  for (const [path, text] of sources) {
    if (VAGUE_NAME.test(path)) problems.push(`${path}: name the file after its one idea`);
    const record = readModule(path, text);
    if (record.exportsAll) problems.push(`${path}: \`export *\` hides what is public`);
    if (!path.startsWith("src/") || kind === "tooling") continue;
    for (const [pattern, problem] of EVASIONS)
      if (pattern.test(text)) problems.push(`${path}: ${problem}`);
    if (kind === "package" && path === "src/index.ts" && !onlyExports(record.program.body))
      problems.push(`${path}: expected exports only`);
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

function unless(holds: boolean, problem: string): readonly string[] {
  return holds ? [] : [problem];
}
