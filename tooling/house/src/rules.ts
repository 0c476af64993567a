import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { layeringProblems } from "./layering.ts";
import { linkProblems } from "./links.ts";
import { commandProblems } from "./printed-commands.ts";
import { readPages } from "./read-pages.ts";
import { readmeProblems } from "./readme-ends.ts";
import { shapeProblems } from "./shape.ts";
import { readRootManifest, readWorkspace, ROOT } from "./workspace.ts";

const RULES: Readonly<Record<string, () => readonly string[]>> = {
  layering: () => layeringProblems(readWorkspace()),
  shape: () => [
    ...shapeProblems(readWorkspace(), readRootManifest()),
    ...readmeProblems(readPages()),
  ],
  links: () => linkProblems(readPages(), (path) => existsSync(join(ROOT, path))),
  commands: () => commandProblems([...readPages(), ...readScripts(), ...readSources()]),
};

const [name = ""] = process.argv.slice(2);
const rule = RULES[name];
if (rule === undefined) {
  console.error(`Usage: rules.ts ${Object.keys(RULES).join(" | ")}`);
  process.exitCode = 2;
} else {
  const problems = rule();
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}

function readScripts(): readonly (readonly [string, string])[] {
  return globSync([".ci/run", ".github/**/*.{md,yml}"], { cwd: ROOT }).map((path) => [
    path,
    readFileSync(join(ROOT, path), "utf8"),
  ]);
}

/** Reads all sources except tests, by path from the root. */
function readSources(): readonly (readonly [string, string])[] {
  return readWorkspace().flatMap(({ folder, sources }) =>
    [...sources]
      .filter(([path]) => !path.startsWith("test/"))
      .map(([path, text]) => [`${folder}/${path}`, text] as const),
  );
}
