import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { PackedProjects, ProjectContents } from "./packed-projects.ts";
import { type Age, COMPILED, type Runtime, supportedVersions } from "./supported-hosts.ts";
import { installedPackage, packageIn, ROOT, type WorkspacePackage } from "./workspace.ts";

/** The conformance suite for a packed adapter. */
export type PackedConformance = ProjectContents & {
  /**
   * Compiles the subjects and runs their cases.
   *
   * @param cases ids; default: all
   */
  readonly run: (project: Project, cases?: readonly string[]) => Promise<void>;
};

type Project = {
  readonly title: string;
  readonly folder: string;
  readonly runtimes: readonly Runtime[];
};

/** Runs the cases whose ids are its arguments, or all cases. Prints failures and the totals. */
const RUNNER = `import { countLine, isAsExpected, resultLines, runSubject } from "@cutpoint/conformance";
import { subjects } from "SUBJECTS";

const only = process.argv.slice(2);
const results = [];
for (const subject of subjects.filter(({ type }) => only.length === 0 || type === "adapter"))
  results.push(...(await runSubject(subject, only.length === 0 ? {} : { only })));
for (const result of results) if (!isAsExpected(result)) console.log(resultLines(result).join("\\n"));
console.log(countLine(results));
process.exitCode = results.every(isAsExpected) ? 0 : 1;
`;

/**
 * Returns the suite for a version of the adapter's host. `null` without subjects, and for the oldest version if they import both
 * versions under their aliases.
 */
export function packedConformance(
  { step }: PackedProjects,
  workspace: readonly WorkspacePackage[],
  adapter: WorkspacePackage,
  age: Age,
): PackedConformance | null {
  const subjects = `${adapter.folder}/test/conformance/subjects.ts`;
  if (!existsSync(join(ROOT, subjects))) return null;
  const { files, tested } = filesFrom(subjects);
  const names = importedBy(Object.values(files)).add("@cutpoint/conformance");
  const ours = workspace.filter(
    ({ folder, manifest: { name = "" } }) => names.has(name) || tested.has(folder),
  );
  const others = [...names].filter((name) => !ours.some(({ manifest }) => manifest.name === name));
  const aliases = others.flatMap((alias): [string, string][] => {
    const { name, version } = installedPackage(adapter, alias);
    return name === alias ? [] : [[alias, `npm:${name}@${version}`]];
  });
  if (aliases.length > 0 && age === "oldest") return null;
  const dependencies = Object.fromEntries(others.map((name) => [name, "*"]));
  const versions = supportedVersions(adapter, { ...adapter, manifest: { dependencies } }, age);
  return {
    ours,
    versions: { ...versions, ...Object.fromEntries(aliases) },
    files: { ...files, "conformance.ts": RUNNER.replace("SUBJECTS", `./${subjects}`) },
    async run({ folder, runtimes, title }, cases = []) {
      await step(`${title}: compile`, `tsc --noCheck ${COMPILED} conformance.ts`, folder);
      for (const path of tested) linkBuilt(folder, packageIn(workspace, path));
      for (const { binary, label } of runtimes) {
        const line = [`"${binary}" built/conformance.js`, ...cases].join(" ");
        const output = await step(`${title}${label}: conformance`, line, folder);
        console.log(`      ${output.trimEnd().split("\n").at(-1)}`);
      }
    },
  };
}

/** Lets compiled tests import the sources of an installed package by their path. */
function linkBuilt(project: string, { folder, manifest: { name = "" } }: WorkspacePackage): void {
  const link = join(project, "built", folder, "src");
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(project, "node_modules", name, "dist"), link);
}

type TestFiles = {
  /** Texts by path from the root. */
  readonly files: Readonly<Record<string, string>>;
  /** Folders of the packages whose sources the files import by a path. */
  readonly tested: ReadonlySet<string>;
};

/** Returns a file and those that it imports by a path, without sources of packages. */
function filesFrom(start: string): TestFiles {
  const files: Record<string, string> = {};
  const tested = new Set<string>();
  const add = (path: string): void => {
    const source = /^(packages\/[^/]+)\/src\//.exec(path)?.[1];
    if (source !== undefined) tested.add(source);
    if (source !== undefined || files[path] !== undefined) return;
    const text = readFileSync(join(ROOT, path), "utf8");
    files[path] = text;
    for (const specifier of specifiersIn(text))
      if (specifier.startsWith(".")) add(posix.join(posix.dirname(path), specifier));
  };
  add(start);
  return { files, tested };
}

/** Returns the names of packages. */
function importedBy(texts: readonly string[]): Set<string> {
  const specifiers = texts.flatMap(specifiersIn).filter((each) => !/^(?:\.|node:)/.test(each));
  return new Set(specifiers.map((each) => /^(?:@[^/]+\/)?[^/]+/.exec(each)?.[0] ?? each));
}

function specifiersIn(text: string): readonly string[] {
  return [...text.matchAll(/ from "([^"]+)";$/gm)].map(([, specifier = ""]) => specifier);
}
