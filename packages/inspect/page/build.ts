import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const FOLDER = import.meta.dirname;
/** The template that `inspectPage` reads. */
const TARGET = join(FOLDER, "..", "dist", "page.html");

/**
 * Builds the template of the page: one HTML file with all code and styles.
 *
 * The program that recomputes a compaction is contained as compressed text, because it is larger than the page itself.
 */
export async function buildPage(): Promise<{
  readonly page: number;
  readonly engine: number;
}> {
  const [script, engine] = [await bundle("main.tsx"), await bundle("engine.ts")];
  const style = readFileSync(join(FOLDER, "style.css"), "utf8");
  const compressed = gzipSync(engine, { level: 9 }).toString("base64");
  const values: Readonly<Record<string, string>> = {
    SCRIPT: script.replaceAll("</script", "<\\/script"),
    STYLE: style,
    ENGINE: compressed,
  };
  const template = readFileSync(join(FOLDER, "page.html"), "utf8");
  const filled = template.replaceAll(/%(SCRIPT|STYLE|ENGINE)%/gu, (_, name: string) =>
    String(values[name]),
  );
  const code = /<script type="module">([^]*?)<\/script>/u.exec(filled)?.[1] ?? "";
  const html = filled.replace("%HASH%", createHash("sha256").update(code).digest("base64"));
  mkdirSync(join(TARGET, ".."), { recursive: true });
  // Another process may read the template at the same time.
  writeFileSync(`${TARGET}.${process.pid}`, html);
  renameSync(`${TARGET}.${process.pid}`, TARGET);
  return {
    page: gzipSync(html.replace(compressed, "")).length,
    engine: gzipSync(engine, { level: 9 }).length,
  };
}

/** Bundles one program for browsers. */
async function bundle(entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    root: FOLDER,
    logLevel: "warn",
    resolve: { conditions: ["@cutpoint/source", "browser", "module"] },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      write: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: {
        input: join(FOLDER, entry),
        output: { format: "es" },
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
  const { engine, page } = await buildPage();
  process.stdout.write(
    `${TARGET}: ${(page / 1000).toFixed(1)} kB, and ${(engine / 1000).toFixed(1)} kB to recompute (gzip)\n`,
  );
}
