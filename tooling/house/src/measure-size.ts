import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Plugin, rolldown } from "rolldown";
import { reportFile } from "./api-entries.ts";
import { exportedNames } from "./exported-names.ts";
import type { Counts } from "./size-limits.ts";
import { ROOT, type WorkspacePackage } from "./workspace.ts";

/** Imports whose bundles are measured, with all dependencies except those that only the user installs. */
const BUNDLES: readonly string[] = [
  '{ createCompactor } from "@cutpoint/core"',
  '{ compactMessages } from "@cutpoint/core"',
  '* from "@cutpoint/core/schema"',
  '{ openSession } from "@cutpoint/session"',
  '{ createExtractiveSummarizer } from "@cutpoint/extractive"',
  '{ createTelemetryListener } from "@cutpoint/opentelemetry"',
  '* from "@cutpoint/redact"',
  '* from "@cutpoint/provider-errors"',
  '* from "@cutpoint/rules"',
  '* from "@cutpoint/models"',
];
const EXTERNAL = ["@opentelemetry/api", /^node:/];

/** Entries whose exported names are counted, by their API reports. */
const ENTRIES: readonly string[] = ["core", "core-kit", "core-session", "session", "host-kit"];

/** Measures the sources of all packages and of tooling, the names of entries, and bundles. */
export async function measureSizes(
  workspace: readonly WorkspacePackage[],
): Promise<Readonly<Record<string, Counts>>> {
  const sizes: Record<string, Counts> = {};
  for (const entry of workspace)
    if (entry.kind === "package" || entry.kind === "tooling") {
      const counts = sourceSize(entry);
      if (counts["lines"] !== 0) sizes[entry.folder] = counts;
    }
  for (const name of ENTRIES) sizes[`entry ${name}`] = entrySize(name);
  for (const bundle of BUNDLES) sizes[`bundle ${bundle}`] = await bundleSize(bundle);
  return sizes;
}

/** Counts the files and lines of a package in `src`. */
export function sourceSize({ sources }: WorkspacePackage): Counts {
  const texts = [...sources].filter(([path]) => path.startsWith("src/"));
  return {
    files: texts.length,
    lines: texts.reduce((sum, [, text]) => sum + text.trimEnd().split("\n").length, 0),
  };
}

function entrySize(name: string): Counts {
  const path = join(ROOT, "api", reportFile({ name }));
  const { values, types } = exportedNames(existsSync(path) ? readFileSync(path, "utf8") : "");
  return { values: values.size, types: types.size };
}

/**
 * Bundles an import as an app does, from the sources, minified and gzipped: the bytes that it loads, and those that it
 * loads later, by `import()`.
 */
async function bundleSize(imported: string): Promise<Counts> {
  const name = /"(@cutpoint\/[\w-]+)/.exec(imported)?.[1] ?? "";
  const folder = join(ROOT, "packages", name.slice("@cutpoint/".length));
  const bundle = await rolldown({
    input: ENTRY,
    platform: "neutral",
    external: EXTERNAL,
    resolve: { conditionNames: ["@cutpoint/source", "import"], mainFields: ["module", "main"] },
    plugins: [virtualEntry(`export ${imported};`, join(folder, "package.json"))],
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  const chunks = new Map(
    output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])),
  );
  const loaded = new Set<string>();
  const load = (fileName: string): void => {
    if (loaded.has(fileName) || !chunks.has(fileName)) return;
    loaded.add(fileName);
    chunks.get(fileName)?.imports.forEach(load);
  };
  for (const { fileName, isEntry } of chunks.values()) if (isEntry) load(fileName);
  const sizes = { bytes: 0, laterBytes: 0 };
  for (const { code, fileName } of chunks.values())
    sizes[loaded.has(fileName) ? "bytes" : "laterBytes"] += gzipSync(code, { level: 9 }).length;
  return sizes.laterBytes === 0 ? { bytes: sizes.bytes } : sizes;
}

const ENTRY = "virtual:entry";

/** Provides the code of an entry, whose imports are resolved as those of a file. */
function virtualEntry(code: string, importer: string): Plugin {
  return {
    name: "entry",
    resolveId(id, from) {
      if (id === ENTRY) return id;
      return from === ENTRY ? this.resolve(id, importer) : null;
    },
    load: (id) => (id === ENTRY ? code : null),
  };
}
