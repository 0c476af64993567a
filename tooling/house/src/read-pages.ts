import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./workspace.ts";

/** Folders with installed, built or generated files. */
const GENERATED = new Set([".git", "node_modules", "dist", ".turbo", ".cutpoint", "coverage"]);

/** Reads the Markdown files of the repository, by path from its root. Works without git. */
export function* readPages(root: string = ROOT): Generator<readonly [string, string]> {
  const pages = globSync("{**/*,.changeset/*}.md", {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => GENERATED.has(entry.name),
  });
  for (const page of pages) {
    const path = join(page.parentPath, page.name);
    yield [path.slice(root.length + 1).replaceAll("\\", "/"), readFileSync(path, "utf8")];
  }
}
