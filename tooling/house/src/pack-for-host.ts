import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { installedNames } from "./installed-names.ts";
import { withDependencies } from "./packed-projects.ts";
import { runCommand } from "./run-command.ts";
import { readWorkspace, ROOT, type WorkspacePackage } from "./workspace.ts";

/**
 * Packs the packages that a start page installs, and prints the command that installs them in another project.
 *
 * `pack-for-host.ts langchain` reads `docs/start/langchain.md`.
 */
const TARGET = join(ROOT, ".cutpoint", "packed");

const hosts = globSync("docs/start/*.md", { cwd: ROOT })
  .map((path) => basename(path, ".md"))
  .filter((name) => name !== "index")
  .toSorted();
const [host = ""] = process.argv.slice(2);
if (!hosts.includes(host)) {
  console.error(`host is ${JSON.stringify(host)}: expected ${hosts.join(", ")}`);
  process.exitCode = 2;
} else {
  const names = installedNames(readFileSync(join(ROOT, "docs", "start", `${host}.md`), "utf8"));
  const workspace = readWorkspace();
  const ours = withDependencies(
    workspace.filter(({ manifest: { name = "" } }) => names.includes(name)),
    workspace,
  );
  const others = names.filter((name) => ours.every(({ manifest }) => manifest.name !== name));
  const packed = await pack(ours);
  if (packed.ok) console.log(`npm install ${[...packed.files, ...others].join(" ")}`);
  else {
    console.error(packed.output);
    process.exitCode = 1;
  }
}

type Packed =
  | { readonly ok: true; readonly files: readonly string[] }
  | { readonly ok: false; readonly output: string };

async function pack(packages: readonly WorkspacePackage[]): Promise<Packed> {
  const filters = packages.map(({ manifest }) => `--filter ${manifest.name}`).join(" ");
  const built = await runCommand(`turbo run build ${filters}`);
  if (!built.ok) return { ok: false, output: built.output };
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  const { ok, output } = await runCommand(`pnpm ${filters} pack --pack-destination "${TARGET}"`);
  const files = globSync("*.tgz", { cwd: TARGET }).toSorted();
  return ok && files.length === packages.length
    ? { ok, files: files.map((file) => join(TARGET, file)) }
    : { ok: false, output };
}
