import {
  type Automaton,
  CELL_COUNT,
  createAutomaton,
  SCRIPT_AFTER_BLANK,
  SCRIPT_PLACES,
  SCRIPTS,
} from "../../../packages/core/src/tokens/automaton.ts";
import { classOf, CHARACTERS, SCRIPT } from "../../../packages/core/src/tokens/character-class.ts";
import type { ExactCounter } from "./exact.ts";
import { stepCounts } from "./observe.ts";
import { parameters } from "./parameters.ts";
import { scriptTokens } from "./scripts.ts";
import { type Row, solve } from "./solve.ts";
import { type Chunk, chunksOf } from "./texts/chunks.ts";
import { trainKinds } from "./texts/train-kinds.ts";

const CHUNKS_PER_KIND = 80;
const SEED = 1;
/** Strength of the penalty for the distance from the initial values. */
const FIRMNESS = 0.01;

/**
 * One character of each script whose only long training texts are technical documentation.
 *
 * Its words are more common than those of other prose. These scripts get a margin, because underestimating is worse
 * than overestimating.
 */
const TECHNICAL = "あア漢語가ก";
const PROSE_MARGIN = 1.04;

export type Fit = { readonly cells: Float64Array; readonly pairs: Float64Array };

export function trainingChunks(): readonly Chunk[] {
  return chunksOf(trainKinds(), CHUNKS_PER_KIND, SEED);
}

/** Fits the cost of each cell and each pair, in tokens. */
export function fitCosts(chunks: readonly Chunk[], exact: ExactCounter): Fit {
  const automaton = createAutomaton();
  const tokens = chunks.map((chunk) => exact.count(chunk.text));
  const known = parameters(
    scriptTokens(
      chunks.map((chunk) => chunk.text),
      exact,
    ),
  );
  const values = solve({ rows: rowsOf(chunks, tokens, automaton), ...known }, FIRMNESS);
  raise(values);
  return { cells: values.slice(0, CELL_COUNT), pairs: values.slice(CELL_COUNT) };
}

/** Raises the cost of the scripts in {@link TECHNICAL}. */
function raise(values: Float64Array): void {
  const raised = new Set(Array.from(TECHNICAL, scriptOf));
  for (const script of raised) {
    const places = SCRIPTS + script * SCRIPT_PLACES;
    const after = SCRIPT_AFTER_BLANK + script;
    for (const cell of [after, ...Array.from({ length: SCRIPT_PLACES }, (_, at) => places + at)])
      values[cell] = (values[cell] as number) * PROSE_MARGIN;
  }
}

function scriptOf(character: string): number {
  return classOf(CHARACTERS[character.charCodeAt(0)] as number) - SCRIPT;
}

function rowsOf(
  chunks: readonly Chunk[],
  tokens: readonly number[],
  automaton: Automaton,
): readonly Row[] {
  const byKind = Map.groupBy(chunks, ({ kind }) => kind);
  return chunks.map(({ text, kind, weight }, index) => {
    const all = stepCounts(text, automaton);
    const cells = Uint16Array.from([...all.keys()].filter((at) => all[at] !== 0));
    const exact = tokens[index] as number;
    return {
      cells,
      counts: Float64Array.from(cells, (at) => (all[at] as number) / exact),
      weight: weight / (byKind.get(kind)?.length ?? 1),
    };
  });
}
