import { posix } from "node:path";

/** A link or an image in Markdown, to a path and not to an address or a place on the same page. */
const LINK = /\]\((?![a-z]+:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g;

/** Where a page links to a path that is not in the repository, one sentence each. */
export function linkProblems(
  files: Iterable<readonly [string, string]>,
  exists: (path: string) => boolean,
): readonly string[] {
  const problems: string[] = [];
  for (const [path, text] of files) {
    if (!path.endsWith(".md")) continue;
    for (const [index, line] of text.split("\n").entries())
      for (const [, link = ""] of line.matchAll(LINK)) {
        const target = posix.join(posix.dirname(path), link);
        if (target.startsWith("../") || !exists(target))
          problems.push(`${path}:${index + 1}: ${link} leads nowhere`);
      }
  }
  return problems;
}
