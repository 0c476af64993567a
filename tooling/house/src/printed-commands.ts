/** Matches `npx` without an answer to npm's question, and a bare `pnpm` at the start of a line or of code. */
const UNANSWERED = /\bnpx\s+(?!--(?:yes|no)\b)[\w@./-]+/g;
const BARE = /(?:^|`)pnpm\s[\w-]+/g;

/**
 * Finds printed commands that fail in a shell where npm asks nothing (`yes=false`) or where only npm is installed, one
 * sentence each.
 */
export function commandProblems(texts: Iterable<readonly [string, string]>): readonly string[] {
  const problems: string[] = [];
  for (const [path, text] of texts)
    for (const [index, line] of text.split("\n").entries()) {
      const found = [...line.matchAll(UNANSWERED)];
      if (path.endsWith(".md")) found.push(...line.matchAll(BARE));
      for (const [command] of found)
        problems.push(
          `${path}:${index + 1}: "${command.replace("`", "")}": expected "npx --yes …"`,
        );
    }
  return problems;
}
