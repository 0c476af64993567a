import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./workspace.ts";

/** Where things lie that nobody wrote: installed, built, or left by a run. */
const NOT_OURS = new Set([".git", "node_modules", "dist", ".turbo", ".cutpoint", "coverage"]);

/** What only means something on one machine or to those who wrote the repository. */
const OUT_OF_PLACE: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.~-])\/(?:work|root|tmp)\/[\w.-]/, "a path of one machine"],
  [/\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.\w+/, "a registry host"],
  [/^npm (?:warn|notice) /, "what npm had to say on one machine"],
  [/\btranscripts\/dev\b/, "a folder outside of the repository"],
  [
    /\.\.\/shared\/|\bnotes\/(?:requirements|failures|systems|hosts|performance|quality|style|ideas)\.md\b/,
    "a folder outside of the repository",
  ],
];

/** The files that hold these patterns themselves, and the lock file, which names the registry by nature. */
const EXEMPT = /^(tooling\/house\/(src|test)\/wording(\.test)?\.ts|pnpm-lock\.yaml)$/;

/** Where a text speaks of one machine instead of the project, one sentence each. */
export function wordingProblems(files: Iterable<readonly [string, string]>): readonly string[] {
  const problems: string[] = [];
  for (const [path, text] of files) {
    if (EXEMPT.test(path)) continue;
    for (const [index, line] of text.split("\n").entries())
      for (const [pattern, what] of OUT_OF_PLACE) {
        const found = pattern.exec(line);
        if (found !== null) problems.push(`${path}:${index + 1}: ${what}: ${found[0]}`);
      }
  }
  return problems;
}

/** The text files of the repository, by path from its root; found without git, so that it works in an unpacked copy. */
export function* readTexts(root: string = ROOT): Generator<readonly [string, string]> {
  const entries = globSync("**/*", {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => NOT_OURS.has(entry.name),
  });
  const hidden = globSync("{.*,{.ci,.changeset,.github}/**/*}", { cwd: root, withFileTypes: true });
  for (const entry of [...entries, ...hidden]) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8");
    if (!text.includes("\0")) yield [path.slice(root.length + 1).replaceAll("\\", "/"), text];
  }
}
