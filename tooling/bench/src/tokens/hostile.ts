import { createRandom } from "../../../../packages/conformance/src/random.ts";
import { atLeast, atMost, type Goal, percent, printTable } from "../goals.ts";
import type { Counter, Counters } from "./counters.ts";

const UNITS = 1_000_000;
const PART = 8_000;
/** The longest input for a quadratic counter, in UTF-16 units. */
const PEER_UNITS = 3_000;

/** Texts of a million UTF-16 units that are slow in tokenizers. */
const HOSTILE: readonly (readonly [name: string, make: (units: number) => string])[] = [
  ["one letter", (units) => "a".repeat(units)],
  ["random letters", (units) => random("abcdefghijklmnopqrstuvwxyz", units)],
  ["spaces", (units) => " ".repeat(units)],
  ["line ends", (units) => "\n".repeat(units)],
  ["=", (units) => "=".repeat(units)],
  ["的", (units) => "的".repeat(units)],
  ["emoji", (units) => "😀".repeat(units / 2)],
  ["lone surrogates", (units) => "\ud83d".repeat(units)],
  [
    "base64",
    (units) => random("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", units),
  ],
  [
    "one JSON string",
    (units) => JSON.stringify({ log: 'line "one" \\ two\n'.repeat(units / 20) }).slice(0, units),
  ],
];

/** Prints the time for each hostile text, and returns the goals for it. */
export function hostileGoals({ ours, exact, others }: Counters): readonly Goal[] {
  const rows = HOSTILE.map(([name, make]) => {
    const whole = make(UNITS);
    // Exact tokenizers are quadratic here, so the count is extrapolated from two shorter texts.
    const truth = ((unsplit(others, make(2 * PART)) - unsplit(others, make(PART))) * UNITS) / PART;
    return {
      name,
      milliseconds: best(ours.count, whole),
      tenth: best(ours.count, whole.slice(0, UNITS / 10)),
      ratio: ours.count(whole) / truth,
      exactMilliseconds: best((text) => exact.estimateText(text), whole, 1),
      exactRatio: exact.estimateText(whole) / truth,
      peers: others
        .filter((counter) => counter.isQuadratic)
        .map((counter) => best(counter.count, make(PEER_UNITS), 1)),
    };
  });
  const quadratic = others
    .filter((counter) => counter.isQuadratic)
    .map((counter) => `${counter.name}, ${PEER_UNITS} units`);
  printTable(
    "Hostile input, a million UTF-16 units: milliseconds, and the ratio to the exact count",
    ["text", "cutpoint", "ratio", "estimator-tiktoken", "ratio", ...quadratic],
    rows.map((row) => [
      row.name,
      row.milliseconds.toFixed(1),
      row.ratio.toFixed(2),
      row.exactMilliseconds.toFixed(0),
      row.exactRatio.toFixed(3),
      ...row.peers.map((peer) => peer.toFixed(1)),
    ]),
  );
  const ratios = rows.map((row) => row.ratio);
  const most = (of: (row: (typeof rows)[number]) => number): number => Math.max(...rows.map(of));
  const times = (value: number): string => `${value.toFixed(2)} ×`;
  return [
    atMost(
      "hostile megabyte",
      most((row) => row.milliseconds),
      25,
      milliseconds,
    ),
    atMost(
      "growth with the text (slope)",
      most((row) => Math.log10(row.milliseconds / row.tenth)),
      1.2,
      (value) => value.toFixed(2),
    ),
    atLeast("least hostile estimate", Math.min(...ratios), 0.8, times),
    atMost("largest hostile estimate, of the exact count", Math.max(...ratios), 3, times),
    atMost(
      "estimator-tiktoken on the same texts",
      most((row) => row.exactMilliseconds),
      1_000,
      milliseconds,
    ),
    atMost(
      "estimator-tiktoken, error by its cuts (two tokens a cut)",
      most((row) => Math.abs(row.exactRatio - 1)),
      0.016,
      percent,
    ),
  ];
}

const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;

/** Counts exactly in quadratic time, so for short texts only. */
function unsplit(others: readonly Counter[], text: string): number {
  const counter = others.find(({ name }) => name === "gpt-tokenizer");
  if (counter === undefined) throw new Error("gpt-tokenizer is missing");
  return counter.count(text);
}

function best(count: (text: string) => number, text: string, rounds = 5): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    count(text);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** Generates the same text in every run. */
function random(alphabet: string, units: number): string {
  const next = createRandom(1);
  let text = "";
  for (let at = 0; at < units; at++) text += alphabet.charAt(Math.floor(next() * alphabet.length));
  return Buffer.from(text).toString();
}
