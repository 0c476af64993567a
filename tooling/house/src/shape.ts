import { readModule } from "./module-record.ts";
import { manifestProblems } from "./published-manifest.ts";
import type { Manifest, WorkspacePackage } from "./workspace.ts";

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
export function shapeProblems(
  packages: readonly WorkspacePackage[],
  root: Manifest,
): readonly string[] {
  return packages.flatMap((entry) => [
    ...(entry.kind === "package" ? manifestProblems(entry, root) : []).map(
      (problem) => `${entry.folder}/package.json: ${problem}`,
    ),
    ...sourceProblems(entry).map((problem) => `${entry.folder}/${problem}`),
  ]);
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
