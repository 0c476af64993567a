import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "vite";

const FOLDER = import.meta.dirname;
const DIST = join(FOLDER, "..", "dist");

/** Sizes in bytes after gzip. */
export type PageSizes = {
  /** The page without its session and the programs of its workers. */
  readonly page: number;
  readonly engine: number;
  readonly playgroundEngine: number;
};

/**
 * Builds the templates of the page of a session and of the playground: HTML files with all code and styles.
 *
 * The program of the worker is contained as compressed text, because it is larger than the page itself.
 */
export async function buildPage(): Promise<PageSizes> {
  const script = (await bundle("main.tsx")).replaceAll("</script", "<\\/script");
  const engine = compressed(await bundle("engine.ts"));
  const playgroundEngine = compressed(await bundle("playground-engine.ts"));
  const page = writeTemplate("page.html", script, engine);
  writeTemplate("playground.html", script, playgroundEngine);
  return {
    page: gzipSync(page.replace(engine.toString("base64"), "")).length,
    engine: engine.length,
    playgroundEngine: playgroundEngine.length,
  };
}

function compressed(program: string): Buffer {
  return gzipSync(program, { level: 9 });
}

/** Writes a template that `@cutpoint/inspect` fills with data. */
function writeTemplate(name: string, script: string, engine: Buffer): string {
  const values: Readonly<Record<string, string>> = {
    SCRIPT: script,
    STYLE: readFileSync(join(FOLDER, "style.css"), "utf8"),
    ENGINE: engine.toString("base64"),
  };
  const template = readFileSync(join(FOLDER, "page.html"), "utf8");
  const filled = template.replaceAll(/%(SCRIPT|STYLE|ENGINE)%/gu, (_, key: string) =>
    String(values[key]),
  );
  const code = /<script type="module">([^]*?)<\/script>/u.exec(filled)?.[1] ?? "";
  const html = filled.replace("%HASH%", createHash("sha256").update(code).digest("base64"));
  mkdirSync(DIST, { recursive: true });
  // Another process may read the template at the same time.
  const target = join(DIST, name);
  writeFileSync(`${target}.${process.pid}`, html);
  renameSync(`${target}.${process.pid}`, target);
  return html;
}

/** Rejects modules of Node, which Vite would replace by empty ones. */
const browserOnly: Plugin = {
  name: "browser-only",
  enforce: "pre",
  resolveId(source, importer) {
    if (source.startsWith("node:")) throw new Error(`${source} exists in Node only: ${importer}`);
  },
};

/** Replaces the function of Vite that loads the files of an import first: the page is one file, and workers are scripts. */
const onlyImport: Plugin = {
  name: "only-import",
  enforce: "pre",
  load: (id) =>
    id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null,
};

/** What core loads for errors of providers and names of models, which a replay never has: its summaries call no model. */
const UNUSED = ["@cutpoint/models", "@cutpoint/provider-errors"];

/** Leaves out what the page never loads. */
const withoutUnused: Plugin = {
  name: "without-unused",
  resolveDynamicImport: (id) =>
    typeof id === "string" && UNUSED.includes(id) ? { id, external: true } : null,
};

/** Bundles one program for browsers. */
async function bundle(entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    root: FOLDER,
    logLevel: "warn",
    resolve: {
      conditions: ["@cutpoint/source", "browser", "module"],
      alias: { "node:crypto": join(FOLDER, "hash.ts") },
    },
    plugins: [browserOnly, onlyImport, withoutUnused],
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      write: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: {
        input: join(FOLDER, entry),
        // The page has no address from which it could load another file.
        output: { format: "es", codeSplitting: false },
      },
    },
  });
  const first = Array.isArray(output) ? output[0] : output;
  if (first === undefined || !("output" in first)) throw new Error(`${entry} gives no bundle`);
  const [chunk, ...others] = first.output;
  if (others.length > 0) throw new Error(`${entry} gives ${others.length + 1} files: expected one`);
  return chunk.code;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [name, size] of Object.entries(await buildPage()))
    process.stdout.write(`${name}: ${(size / 1000).toFixed(1)} kB (gzip)\n`);
}
