import { CELL_COUNT } from "../../../packages/core/src/tokens/automaton.ts";
import { SYMBOL_BITS } from "../../../packages/core/src/tokens/character-class.ts";
import type { Fit } from "./fit.ts";

/** Costs are multiples of 1/128 token. Costs of pairs are multiples of a step. */
const CELL_UNIT = 128;
const PAIR_STEP = 10;
const COARSE = 8;
const ZERO = "A".charCodeAt(0);
const MOST = 25;
const FIRST_CODE = "#".charCodeAt(0);

/** Returns the source of core's cost table. */
export function costTableSource({ cells, pairs }: Fit): string {
  if (cells.length !== CELL_COUNT)
    throw new Error(`a fit of ${cells.length} cells, not ${CELL_COUNT}`);
  const numbers = Array.from(cells, wholeNumber);
  const letters = Array.from(pairs, (tokens) =>
    String.fromCharCode(ZERO + Math.min(MOST, Math.round((tokens * CELL_UNIT) / PAIR_STEP))),
  );
  return `// Written by tooling/fit-estimator: \`npx --yes pnpm@12 --filter @cutpoint/fit-estimator fit\`.

/** Parts of a token that costs are counted in, and the step between two costs of pairs. */
export const UNIT = ${CELL_UNIT};
export const PAIR_STEP = ${PAIR_STEP};

/** The cost of each cell of the automaton as a character from \`#\`: 0 to 15, then 16, 24, 32 and so on. */
export const CELL_COSTS =
  ${JSON.stringify(numbers.map(characterOf).join(""))};

/** The cost of each pair of symbols as a letter, ${1 << SYMBOL_BITS} for each first symbol: \`A\` is 0. */
export const PAIR_COSTS =
  "${letters.join("")}";
`;
}

/** Rounds large costs, which makes the table smaller. */
function wholeNumber(tokens: number): number {
  const step = tokens < 1 / 8 ? 1 : COARSE;
  return Math.round((tokens * CELL_UNIT) / step) * step;
}

function characterOf(cost: number): string {
  return String.fromCharCode(FIRST_CODE + (cost < 2 * COARSE ? cost : cost / COARSE + 14));
}
