import type { Chunk } from "@cutpoint/fit-estimator";
import { atLeast, type Goal, printTable } from "../goals.ts";
import type { Counter, Counters } from "./counters.ts";

const ROUNDS = 9;
const SMALL_BYTES = 150_000;
const LOOKUPS = new Uint16Array(0x10000).map((_, code) => code & 0xff);

/** Prints megabytes per second for all counters, and returns the goals of speed. */
export function speedGoals(counters: Counters, chunks: readonly Chunk[]): readonly Goal[] {
  const texts = chunks.map((chunk) => flat(chunk.text));
  const ascii = texts.filter((text) => Buffer.byteLength(text) === text.length);
  const loop: Counter = { name: "bare table-lookup loop", count: lookUp, isQuadratic: false };
  const all = [loop, counters.ours, ...counters.others];
  // All counters run before the first measurement, so that the compiler treats them alike.
  for (const counter of all) megabytesPerSecond(counter, some(texts));
  const onAscii = rates(all, ascii);
  const onMixed = rates(all, texts);
  const of = (found: ReadonlyMap<string, number>, name: string): number =>
    found.get(name) ?? Number.NaN;
  const share = of(onMixed, "cutpoint") / of(onMixed, loop.name);
  const asciiShare = of(onAscii, "cutpoint") / of(onAscii, loop.name);
  const lead = of(onMixed, "cutpoint") / of(onMixed, "tokenx");
  printTable(
    "Speed in megabytes of UTF-8 per second (quadratic counters on a part of the texts)",
    ["counter", "ASCII", "mixed", "ours is faster by"],
    all.map(({ name }) => [
      name,
      of(onAscii, name).toFixed(1),
      of(onMixed, name).toFixed(1),
      `${(of(onMixed, "cutpoint") / of(onMixed, name)).toFixed(2)} ×`,
    ]),
  );
  const speed = (value: number): string => `${value.toFixed(0)} MB/s`;
  return [
    atLeast("speed on ASCII", of(onAscii, "cutpoint"), 150, speed),
    atLeast("speed on mixed text", of(onMixed, "cutpoint"), 200, speed),
    atLeast("relative to a bare table-lookup loop", Math.min(share, asciiShare), 0.4, (value) =>
      value.toFixed(2),
    ),
    atLeast("relative to tokenx", lead, 7, (value) => `${value.toFixed(1)} ×`),
  ];
}

/** Measures all counters in rounds, so that a busy machine slows them alike. Returns the best of each. */
function rates(
  counters: readonly Counter[],
  texts: readonly string[],
): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++)
    for (const counter of counters) {
      if (round > 0 && counter.count !== lookUp && isSlow(counter, best)) continue;
      const rate = megabytesPerSecond(counter, counter.isQuadratic ? some(texts) : texts);
      best.set(counter.name, Math.max(best.get(counter.name) ?? 0, rate));
    }
  return best;
}

function isSlow(counter: Counter, best: ReadonlyMap<string, number>): boolean {
  return (best.get(counter.name) ?? 0) < 10;
}

function megabytesPerSecond(counter: Counter, texts: readonly string[]): number {
  let bytes = 0;
  for (const text of texts) bytes += Buffer.byteLength(text);
  const start = performance.now();
  let tokens = 0;
  for (const text of texts) tokens += counter.count(text);
  const milliseconds = performance.now() - start;
  if (tokens < 0) throw new Error("a count is negative");
  return bytes / milliseconds / 1_000;
}

function lookUp(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += LOOKUPS[text.charCodeAt(at)] as number;
  return sum;
}

/** Returns a part of the texts, evenly distributed. */
function some(texts: readonly string[]): readonly string[] {
  let bytes = 0;
  return texts.filter((text, at) => {
    if (at % 12 !== 0 || bytes > SMALL_BYTES) return false;
    bytes += text.length;
    return true;
  });
}

/** Copies the text into one block of memory. Slices of longer texts are slower to read. */
function flat(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
