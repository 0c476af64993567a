import { createRandom } from "../../../../packages/conformance/src/random.ts";

/** A change of one line that tests should detect. */
export type Mutant = {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
};

type Rule = { readonly kind: string; readonly find: RegExp; readonly replace: string };

const swaps = (kind: string, left: string, right: string): readonly Rule[] =>
  [
    [left, right],
    [right, left],
  ].map(([find = "", replace = ""]) => ({
    kind,
    find: new RegExp(find.replaceAll(/[.|?+(]/g, String.raw`\$&`), "g"),
    replace,
  }));

/** The spaces keep `=>`, types such as `Map<Key>` and the parts of longer operators out. */
const RULES: readonly Rule[] = [
  ...swaps("bound", " < ", " <= "),
  ...swaps("bound", " > ", " >= "),
  ...swaps("equality", " === ", " !== "),
  ...swaps("logic", " && ", " || "),
  ...swaps("sum", " += ", " -= "),
  ...swaps("extreme", "Math.min(", "Math.max("),
  ...swaps("quantifier", ".some(", ".every("),
  ...swaps("result", "return true", "return false"),
  { kind: "condition", find: /\bif \((?=.+\) )/g, replace: "if (false && " },
  { kind: "negation", find: /(?<=\bif \()!/g, replace: "" },
  { kind: "product", find: / \* (?=\w)/g, replace: " / " },
  { kind: "difference", find: / - (?=\w)/g, replace: " + " },
  { kind: "sum", find: /(?<=[\w)]) \+ (?=[\w(])/g, replace: " - " },
];

/** A type, an import, a comment, and the text of an error: a change of it is no fault, or is found by the compiler. */
const SKIPPED = /^\s*(?:\/\/|\/?\*|import |export type |type |\| |`|")|CutpointError\(|Error\(/;

/** Returns all mutants of a source text: each occurrence of each pattern. */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  return text.split("\n").flatMap((before, index) => {
    if (SKIPPED.test(before)) return [];
    return RULES.flatMap(({ kind, find, replace }) =>
      Array.from(before.matchAll(find), ({ 0: found, index: at }): Mutant => {
        const after = before.slice(0, at) + replace + before.slice(at + found.length);
        return { file, line: index + 1, kind, before, after };
      }),
    );
  });
}

/** Returns a text with one mutant. */
export function applyMutant(text: string, { line, after }: Mutant): string {
  return text
    .split("\n")
    .map((before, index) => (index === line - 1 ? after : before))
    .join("\n");
}

/** Returns `count` elements of a list in an order that depends on the seed only. */
export function sampleOf<Value>(
  values: readonly Value[],
  count: number,
  seed: number,
): readonly Value[] {
  const left = [...values];
  const random = createRandom(seed);
  const taken: Value[] = [];
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}
