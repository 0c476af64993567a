import { posix } from "node:path";

/** A link or an image in Markdown that names a path: no address, and no place on the same page. */
const LINK = /\]\((?![a-z]+:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g;

/** Finds the links of pages to paths that are not in the repository, one sentence each. */
export function linkProblems(
  pages: Iterable<readonly [string, string]>,
  exists: (path: string) => boolean,
): readonly string[] {
  const problems: string[] = [];
  for (const [path, text] of pages) {
    for (const [index, line] of text.split("\n").entries())
      for (const [, link = ""] of line.matchAll(LINK)) {
        const target = posix.join(posix.dirname(path), link);
        if (target.startsWith("../") || !exists(target))
          problems.push(`${path}:${index + 1}: ${link} leads nowhere`);
      }
  }
  return problems;
}
