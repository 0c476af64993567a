import { parseSync, Visitor } from "oxc-parser";

/** A regular expression in a source file. */
export type Pattern = {
  /** Path and line. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
};

/** Returns the regular expression literals of a TypeScript file. */
export function findPatterns(path: string, text: string): readonly Pattern[] {
  const patterns: Pattern[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const at = `${path}:${text.slice(0, node.start).split("\n").length}`;
      patterns.push({ at, source: node.regex.pattern, flags: node.regex.flags });
    },
  }).visit(parseSync(path, text).program);
  return patterns;
}
