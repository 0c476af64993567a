import { type Node, parseSync, Visitor } from "oxc-parser";

/** A regular expression in a source file. */
export type Pattern = {
  /** Path and line. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
};

/** The regular expressions of a TypeScript file; `made` are the lines that call the constructor. */
export function findPatterns(
  path: string,
  text: string,
): { readonly patterns: readonly Pattern[]; readonly made: readonly string[] } {
  const patterns: Pattern[] = [];
  const made: string[] = [];
  const at = ({ start }: Node): string => `${path}:${text.slice(0, start).split("\n").length}`;
  const construct = (node: Node, callee: Node): void => {
    if (callee.type === "Identifier" && callee.name === "RegExp") made.push(at(node));
  };
  new Visitor({
    Literal(node) {
      if ("regex" in node)
        patterns.push({ at: at(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: (node) => construct(node, node.callee),
    CallExpression: (node) => construct(node, node.callee),
  }).visit(parseSync(path, text).program);
  return { patterns, made };
}
