import { cpSync, existsSync, globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPackedProjects } from "./packed-projects.ts";
import { readPages } from "./read-pages.ts";
import { runCommand, type CommandResult } from "./run-command.ts";
import { runSteps, type Step } from "./run-steps.ts";
import { typedBlocks } from "./typed-blocks.ts";
import {
  installedPackage,
  type Manifest,
  readWorkspace,
  type WorkspacePackage,
} from "./workspace.ts";

/**
 * Compiles every entry of the packed packages and every TypeScript block of the pages in an empty project, as users do:
 * strict, with the declarations of all packages checked, and with the newest and the oldest supported TypeScript.
 */
const OLDEST_TYPESCRIPT = "5.7.3";

const TODAY = "tsc --singleThreaded";
const OLDEST = "node node_modules/oldest-typescript/lib/tsc.js";
const NODE = "--module nodenext";
const BUNDLER = "--module esnext --moduleResolution bundler";

/** Each compiler sees each module resolution and each value of the option; together they see all combinations. */
const RUNS: readonly (readonly [compiler: string, module: string, exact: boolean])[] = [
  [OLDEST, NODE, true],
  [OLDEST, BUNDLER, false],
  [TODAY, NODE, false],
  [TODAY, BUNDLER, true],
];
/** The declarations of hosts, which take most of the time, are not checked; ours are copied as sources. */
const FLAGS =
  "--noEmit --pretty false --strict --skipLibCheck --target es2022 --types node --allowImportingTsExtensions";
const DECLARATIONS = "declarations";

/** A renamed property in a parameter, which declarations may contain and sources may not. */
const SOURCES_ONLY = "error TS2842";

/** Packages whose names a page does not contain. */
const COMPANIONS = ["@types/node", "@types/better-sqlite3", "@types/pg"];

/** What blocks import besides packages: the file of a reader's stores, and a module of Cloudflare's runtime. */
const READER_FILES = {
  "src/index.ts": `export declare function createYourStore(options: { folder: string }): import("@cutpoint/session").SessionStore & AsyncDisposable;
export declare function createYourStateStore(options: { folder: string }): import("@cutpoint/session/store").StateStore;
`,
  "cloudflare.d.ts": `declare module "cloudflare:workers" {
  export class DurableObject {
    readonly ctx: import("@cloudflare/workers-types").DurableObjectState;
  }
}
`,
};

const workspace = readWorkspace();
const published = workspace.filter(({ kind }) => kind === "package");
const pages = [...readPages()].filter(([path]) =>
  /^(?:[A-Z]+\.md|(?:apps|docs|packages)\/)/.test(path),
);
const files = {
  ...READER_FILES,
  "entries.ts": entriesOf(published),
  ...Object.fromEntries(pages.flatMap(blocksOf)),
};
using projects = createPackedProjects(workspace);
const folder = await projects.create("all packages", {
  ours: published,
  versions: versions(),
  files,
});
copyDeclarations(folder);
const steps = RUNS.map(([compiler, module, exact]): Step => {
  const flags = `${module} --exactOptionalPropertyTypes ${exact}`;
  const line = `${compiler} ${FLAGS} ${flags} ${Object.keys(files).join(" ")} ${DECLARATIONS}.ts`;
  const version = compiler === OLDEST ? OLDEST_TYPESCRIPT : "of today";
  return { name: `TypeScript ${version}, ${flags}`, run: async () => compiles(line, folder) };
});
if (!(await runSteps(steps))) process.exitCode = 1;

/** Copies the declarations of our packages as sources, and imports those of each entry in one more source. */
function copyDeclarations(folder: string): void {
  const imports = published.flatMap(({ manifest: { name = "" } }) => {
    const from = join(folder, "node_modules", name);
    const to = join(folder, DECLARATIONS, name);
    cpSync(from, to, { recursive: true }); // with dependencies of other versions than beside it
    for (const path of globSync("dist/**/*.d.ts", { cwd: to }))
      renameSync(join(to, path), join(to, path.replace(/\.d\.ts$/, ".ts")));
    const { exports = {} } = JSON.parse(
      readFileSync(join(from, "package.json"), "utf8"),
    ) as Manifest;
    return Object.values(exports).map(({ types = "" }) => {
      const source = types.replace(/^\.\/|\.d\.ts$/g, "");
      return `import "./${DECLARATIONS}/${name}/${source}.ts";\n`;
    });
  });
  writeFileSync(join(folder, `${DECLARATIONS}.ts`), imports.join(""));
}

/** Runs a compiler. Only errors in packages of this repository and in blocks count. */
async function compiles(line: string, folder: string): Promise<CommandResult> {
  const { ok, elapsedMs, output } = await runCommand(line, folder);
  const errors = output
    .split("\n")
    .filter((text) => /^\S.*error TS/.test(text) && !text.startsWith("node_modules/"))
    .filter((text) => !(text.startsWith(DECLARATIONS) && text.includes(SOURCES_ONLY)))
    .map((text) =>
      text.replace(
        /^blocks\/(.*)\.\d+\.ts\(/,
        (_, page: string) => `${page.replaceAll("__", "/")}(`,
      ),
    );
  const isOurs = !ok && (errors.length > 0 || !output.includes("error TS"));
  return { ok: !isOurs, elapsedMs, output: errors.join("\n") || output };
}

function entriesOf(packages: readonly WorkspacePackage[]): string {
  const entries = packages.flatMap(({ manifest: { name = "", exports = {} } }) =>
    Object.keys(exports).map((subpath) => `${name}${subpath.slice(1)}`),
  );
  return entries.map((entry, index) => `export * as e${index} from "${entry}";\n`).join("");
}

function blocksOf([path, text]: readonly [string, string]): readonly (readonly [string, string])[] {
  const name = path.replaceAll("/", "__");
  return typedBlocks(text).map((code, index) => [`blocks/${name}.${index}.ts`, code]);
}

/** Returns the versions of the other packages that entries and blocks import, as this repository installs them. */
function versions(): Readonly<Record<string, string>> {
  const imported = Object.values(files)
    .flatMap((code) => [...code.matchAll(/\bfrom "((?:@[^/"]+\/)?[^./"][^/"]*)/g)])
    .map(([, name = ""]) => name);
  const peers = published.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}));
  const found: Record<string, string> = {
    "@cloudflare/workers-types": "5.20261117.1",
    "oldest-typescript": `npm:typescript@${OLDEST_TYPESCRIPT}`,
  };
  for (const name of new Set([...imported, ...peers, ...COMPANIONS])) {
    const owner = workspace.find(({ folder }) => existsSync(join(folder, "node_modules", name)));
    if (owner !== undefined && !name.startsWith("@cutpoint/"))
      found[name] = installedPackage(owner, name).version;
  }
  return found;
}
