import { type AdversarialText, adversarialTexts } from "./adversarial-texts.ts";

/** Lengths for all texts, then lengths for slow ones only. */
const LENGTHS = [24, 250, 2_000, 16_000];
const LONG = [64_000, 256_000, 1_000_000];
/** Linear patterns with windows of up to 300 characters are faster. */
const SLOW_NS_PER_CHARACTER = 250;
const MOST_NS_PER_CHARACTER = 1_500;
const STEEP_NS_PER_CHARACTER = 5_000;
const EXPONENTIAL_NS_PER_CHARACTER = 100_000;
const GROWTH = 2;
const FLAT = 1.3;
/** Processor time is counted in steps of up to 4 ms, so a fast attempt can look slow. */
const ATTEMPTS = 5;
/** Against this much time in ns, the steps do not count, so that one attempt is enough. */
const CERTAIN_NS = 1e8;

/**
 * Returns a text on which a pattern needs more than linear time, with the time in ns per character. Returns `null` if
 * there is none. The pattern is searched for everywhere, as in `replace` with the flag `g`.
 *
 * @param maxCharacters longer texts are not tried. With at most 16,000, only steep growth is found, in less time.
 */
export function slowText(
  source: string,
  flags: string,
  maxCharacters: number = Number.POSITIVE_INFINITY,
): string | null {
  const pattern = new RegExp(source, [...new Set(`${flags.replace("y", "")}g`)].join(""));
  for (const text of adversarialTexts(source, flags)) {
    const slow = growth(pattern, text, maxCharacters);
    if (slow !== null) return `${JSON.stringify(text)}: ${slow}`;
  }
  return null;
}

function growth(pattern: RegExp, text: AdversarialText, maxCharacters: number): string | null {
  const cost = (length: number): number => {
    const { prefix, pump, suffix } = text;
    const whole = prefix + pump.repeat(Math.max(1, Math.ceil(length / pump.length))) + suffix;
    return bestTime(pattern, whole) / whole.length;
  };
  let short = 0;
  for (const length of LENGTHS.filter((each) => each <= maxCharacters)) {
    short = cost(length);
    // Short texts are this slow only if the growth is steep.
    if (short > (length > 200 ? STEEP_NS_PER_CHARACTER : EXPONENTIAL_NS_PER_CHARACTER))
      return `${Math.round(short)} ns per character at ${length}`;
  }
  if (short < SLOW_NS_PER_CHARACTER) return null;
  for (const length of LONG.filter((each) => each <= maxCharacters)) {
    const long = cost(length);
    if (long > MOST_NS_PER_CHARACTER || (long > GROWTH * short && long > 4 * SLOW_NS_PER_CHARACTER))
      return `${Math.round(short)} ns per character at 16000, ${Math.round(long)} at ${length}`;
    // A window of a fixed width has the same cost in longer texts.
    if (long < FLAT * short) return null;
  }
  return null;
}

/** Measures processor time in ns, so that other processes do not count. */
function bestTime(pattern: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const start = process.threadCpuUsage();
    text.replace(pattern, "");
    const { user, system } = process.threadCpuUsage(start);
    best = Math.min(best, (user + system) * 1000);
    if (best < SLOW_NS_PER_CHARACTER * text.length || best > CERTAIN_NS) break;
  }
  return best;
}
