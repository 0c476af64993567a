import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

export const root: string = join(import.meta.dirname, "../../../..");
const packages = join(root, "packages");
const RUNNER = join(import.meta.dirname, "run-programs.ts");

/** A program of a page, run in a folder of its own. */
export type PageProgram = {
  readonly name: string;
  readonly text: string;
  /** The packages whose dependencies it can import, besides all packages of the repository. */
  readonly packages: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/**
 * Runs programs in one process, so that the frameworks are loaded once. Returns what each printed, or its error, by its
 * name.
 */
export async function runPrograms(
  programs: readonly PageProgram[],
): Promise<Readonly<Record<string, string>>> {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-programs-"));
  try {
    const jobs = [];
    for (const { env, name, packages: dependencies, text } of programs) {
      const own = join(directory, name.replaceAll("/", "-"));
      await linkDependencies(dependencies, join(own, "node_modules"));
      await writeFile(join(own, "package.json"), '{"type":"module"}');
      await writeFile(join(own, "main.ts"), text);
      jobs.push({ name, directory: own, env });
    }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=@cutpoint/source", RUNNER, JSON.stringify(jobs)],
      {
        env: {
          ...process.env,
          ANTHROPIC_API_KEY: "none",
          OPENAI_API_KEY: "none",
          OPENAI_AGENTS_DISABLE_TRACING: "1",
        },
      },
    );
    return JSON.parse(stdout) as Readonly<Record<string, string>>;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Links the dependencies of packages, and all packages of the repository. */
async function linkDependencies(names: readonly string[], target: string): Promise<void> {
  const links = new Map<string, string>();
  for (const name of names) {
    const installed = join(packages, name, "node_modules");
    for (const entry of globSync(["[!@]*", "@*/*"], { cwd: installed }))
      if (!entry.startsWith("@cutpoint/")) links.set(join(target, entry), join(installed, entry));
  }
  for (const sibling of await readdir(packages))
    links.set(join(target, "@cutpoint", sibling), join(packages, sibling));
  for (const [to, from] of links) {
    await mkdir(dirname(to), { recursive: true });
    await symlink(from, to, "dir");
  }
}
