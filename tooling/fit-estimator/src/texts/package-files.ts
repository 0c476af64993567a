import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TextKind } from "./kind.ts";

/** Files of an installed package. */
export type PackageGlob = readonly [name: string, glob: string | readonly string[]];

const packages = new URL("../../node_modules/", import.meta.url);

/** Returns the files of an installed package that match a glob, sorted by path. */
export function packageFiles(name: string, glob: string | readonly string[]): readonly string[] {
  return packagePaths(name, glob).map((path) =>
    readFileSync(`${directoryOf(name)}${path}`, "utf8"),
  );
}

/** Returns kinds whose texts are files. */
export function filesOfKinds(
  kinds: Readonly<Record<string, readonly PackageGlob[]>>,
): readonly TextKind[] {
  return Object.entries(kinds).map(([name, files]) => ({
    name,
    documents: () => files.flatMap((file) => packageFiles(...file)),
  }));
}

/** Returns the sorted paths of these files, relative to the package. */
export function packagePaths(name: string, glob: string | readonly string[]): readonly string[] {
  const paths = globSync(glob, { cwd: directoryOf(name), exclude: ["node_modules/**"] }).sort();
  if (paths.length === 0) throw new Error(`${name} has no file that matches ${String(glob)}`);
  return paths;
}

function directoryOf(name: string): string {
  return fileURLToPath(new URL(`${name}/`, packages));
}

/** Returns the words of an HTML page, with one line for each line of the page. */
export function wordsOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#39|apos);/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&nbsp;/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/^[ \t]+/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

/** Returns the texts in one field of a JSON list, one per line. */
export function stringsNamed(field: string, json: string): string {
  const records = JSON.parse(json.replace(/^\uFEFF/, "")) as readonly Record<string, string>[];
  return records.flatMap((record) => record[field] ?? []).join("\n");
}
