import { posix } from "node:path";

/** A link or an image in Markdown to a path. Addresses and anchors of the same page do not match. */
const LINK = /\]\((?![a-z]+:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g;

/** Finds links to paths that are not in the repository, one sentence each. */
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
          problems.push(`${path}:${index + 1}: ${link} does not exist`);
      }
  }
  return problems;
}
