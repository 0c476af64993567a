import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const DOCS: string = join(import.meta.dirname, "../../../docs");

/** A TypeScript program of a page. */
export type CodeBlock = {
  /** Relative to `docs/`. */
  readonly page: string;
  readonly code: string;
};

/** A block that shows a part of a program. It does not run. */
const FRAGMENT = "ts fragment";

/** Returns the TypeScript blocks of all pages except fragments. */
export function codeBlocks(): readonly CodeBlock[] {
  return globSync("**/*.md", { cwd: DOCS })
    .toSorted()
    .flatMap((page) =>
      blocksOf(page.replaceAll("\\", "/"), readFileSync(join(DOCS, page), "utf8")),
    );
}

function blocksOf(page: string, text: string): readonly CodeBlock[] {
  return [...text.matchAll(/^```(ts.*)\n([^]*?)^```$/gmu)].flatMap((match) => {
    const [, kind = "", code = ""] = match;
    if (kind.startsWith(FRAGMENT)) return [];
    return { page, code };
  });
}
