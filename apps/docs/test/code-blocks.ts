import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const DOCS: string = join(import.meta.dirname, "../../../docs");

/** A TypeScript program of a page. */
export type CodeBlock = {
  /** Relative to `docs/`. */
  readonly page: string;
  readonly code: string;
  /** What the program prints, if the page says so. */
  readonly printed: string | null;
};

/** A block that shows a part of a program. It does not run. */
const FRAGMENT = "ts fragment";

/** A program, and the block with what it prints. */
const PROGRAM = /^```(ts.*)\n([^]*?)^```\n(?:\nIt prints:\n\n```text\n([^]*?)^```\n)?/gmu;

/** Returns the TypeScript blocks of all pages except fragments. */
export function codeBlocks(): readonly CodeBlock[] {
  return globSync("**/*.md", { cwd: DOCS })
    .toSorted()
    .flatMap((page) =>
      blocksOf(page.replaceAll("\\", "/"), readFileSync(join(DOCS, page), "utf8")),
    );
}

function blocksOf(page: string, text: string): readonly CodeBlock[] {
  return [...text.matchAll(PROGRAM)].flatMap((match) => {
    const [, kind = "", code = "", printed = null] = match;
    if (kind.startsWith(FRAGMENT)) return [];
    return { page, code, printed };
  });
}
