/** A stage of the offline summarizer that is turned off by changes of its source. */
export type Ablation = { readonly name: string; readonly edits: readonly Edit[] };

/** A file below `packages/extractive/src`, a text that occurs once in it, and its replacement. */
type Edit = readonly [file: string, before: string, after: string];

function section(name: string): Ablation {
  const row = `  ${name}: 0.`;
  return { name: `section ${name}`, edits: [["constants.ts", row, `  // ${row}`]] };
}

const SECTIONS = ["goal", "inProgress", "nextSteps", "decisions", "done"].map(section);

/** Each stage by itself. A change of the summarizer that moves one of these texts changes this list. */
export const ABLATIONS: readonly Ablation[] = [
  ...SECTIONS,
  { name: "all sections", edits: SECTIONS.flatMap(({ edits }) => edits) },
  stage("base directory", "select/key-lines.ts", "hasRoom ? base : null", "false ? base : null"),
  stage(
    "superseded lines",
    "read/superseded.ts",
    "  return ({ source: { message, path }, text }) =>",
    "  return ({ source: { message, path }, text }) => false &&",
  ),
  stage("replaced values", "summarize.ts", "const selector = isChat", "const selector = true"),
  stage("calls before results", "read/lines.ts", "{ message: index, call }", "{ message: index }"),
  stage("unvisited ids", "terms/reuse.ts", "if (ids.length < 2) return;", "return;"),
  stage(
    "trees",
    "terms/reuse.ts",
    "for (const tree of REUSE_TREES) score += leafOf(tree, values);",
    ";",
  ),
  stage("affinity of names", "terms/reuse.ts", "return hot / total;", "return 0;"),
  stage("pairs of terms", "constants.ts", "PAIR_WORTH = 0.5", "PAIR_WORTH = 0"),
  stage("worth of sentences", "constants.ts", "SAID_WORTH = 0.005", "SAID_WORTH = 0"),
];

function stage(name: string, file: string, before: string, after: string): Ablation {
  return { name, edits: [[file, before, after]] };
}
