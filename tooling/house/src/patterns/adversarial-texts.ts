import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** A text of any length: `prefix`, repetitions of `pump`, `suffix`. */
export type AdversarialText = {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
};

/** One character of each class that the patterns distinguish. */
const ALPHABET = "a1 \n\t\u2028-_./:=\"'`<>[](){}*#,;\\|&$@+~!?^%Azbé字。\r\0";
const SUFFIXES = ["", "\0", "\n\0"];
/** Characters that are tried for one class. */
const MOST_CHARACTERS = 6;
const LONGEST_SAMPLE = 60;

/**
 * Builds texts on which a pattern may be slow.
 *
 * They repeat each start of the pattern, and the content of each repetition after the start before it.
 */
export function adversarialTexts(source: string, flags: string): readonly AdversarialText[] {
  const root = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  const found = new Map<string, AdversarialText>();
  const add = (prefix: string, pump: string): void => {
    if (pump === "") return;
    for (const suffix of SUFFIXES)
      found.set(JSON.stringify([prefix, pump, suffix]), { prefix, pump, suffix });
  };
  for (const optional of [0, 1])
    visit(root.alternatives, "", { add, sample: createSampler(flags, optional) });
  return [...found.values()];
}

type Sampler = {
  /** Returns a short text that the node matches. */
  readonly text: (node: AST.Element) => string;
  /** Returns characters that the node matches. Empty for a node that matches longer texts. */
  readonly characters: (node: AST.Element) => readonly string[];
};
type Visit = {
  readonly add: (prefix: string, pump: string) => void;
  readonly sample: Sampler;
};

function visit(alternatives: readonly AST.Alternative[], before: string, to: Visit): void {
  for (const { elements } of alternatives) {
    let prefix = before;
    for (const element of elements) {
      if (element.type === "Quantifier") repeat(element, prefix, to);
      else if ("alternatives" in element) visit(element.alternatives, prefix, to);
      prefix += to.sample.text(element);
      if (prefix !== before) to.add("", prefix);
    }
  }
}

function repeat(node: AST.Quantifier, prefix: string, to: Visit): void {
  const { element, max } = node;
  if ("alternatives" in element) visit(element.alternatives, prefix, to);
  if (max < 4) return;
  const characters = to.sample.characters(element);
  const pumps = characters.length > 0 ? characters : [to.sample.text(element)];
  for (const pump of pumps) {
    to.add(prefix, pump);
    to.add("", pump);
    to.add("", prefix + pump);
  }
}

/** @param optional how often a sample repeats optional parts */
function createSampler(flags: string, optional: number): Sampler {
  const single = flags.replaceAll(/[gy]/g, "");
  const characters = (node: AST.Element): readonly string[] => {
    if (node.type === "Character") return [String.fromCodePoint(node.value)];
    if (!node.type.startsWith("CharacterSet") && !node.type.endsWith("Class")) return [];
    const pattern = new RegExp(`^${node.raw}$`, single);
    const matched = Array.from(ALPHABET).filter((character) => pattern.test(character));
    return matched.slice(0, MOST_CHARACTERS);
  };
  const text = (node: AST.Element): string => {
    switch (node.type) {
      case "Quantifier":
        return text(node.element)
          .repeat(Math.max(node.min, Math.min(node.max, optional)))
          .slice(0, LONGEST_SAMPLE);
      case "Group":
      case "CapturingGroup":
        return joined(node.alternatives[0]);
      case "Assertion":
        return node.kind === "lookbehind" && !node.negate ? joined(node.alternatives[0]) : "";
      case "Backreference": {
        const { resolved } = node;
        return joined((Array.isArray(resolved) ? resolved[0] : resolved)?.alternatives[0]);
      }
      default:
        return characters(node)[0] ?? "";
    }
  };
  const joined = (alternative: AST.Alternative | undefined): string =>
    (alternative?.elements ?? []).map(text).join("");
  return { text, characters };
}
