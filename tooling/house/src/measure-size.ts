import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
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
  '* from "@cutpoint/models"',
];
const EXTERNAL = ["@opentelemetry/api", "node:*"];

/** Entries whose exported names are counted, by their API reports. */
const ENTRIES: readonly string[] = ["core", "core-kit", "session", "host-kit"];

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
  for (const bundle of BUNDLES) sizes[`bundle ${bundle}`] = { bytes: await bundleSize(bundle) };
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

/** Bundles an import as an app does, from the sources, and returns its size in bytes, minified and gzipped. */
async function bundleSize(imported: string): Promise<number> {
  const name = /"(@cutpoint\/[\w-]+)/.exec(imported)?.[1] ?? "";
  const { outputFiles } = await build({
    stdin: {
      contents: `export ${imported};`,
      resolveDir: join(ROOT, "packages", name.slice("@cutpoint/".length)),
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@cutpoint/source", "import"],
    external: EXTERNAL,
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}
