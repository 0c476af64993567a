import {
  CLASS_COUNT,
  classOf,
  CHARACTERS,
  SCRIPT,
} from "../../../packages/core/src/tokens/character-class.ts";
import type { ExactCounter } from "./exact.ts";

/** Costs of a script's characters, in tokens. */
export type ScriptTokens = {
  /** Average cost of a character. */
  readonly character: number;
  /** Cost of repeating the most common character in a long run. */
  readonly repeated: number;
};

const ENOUGH = 20_000;
const UNSEEN: ScriptTokens = { character: 1.5, repeated: 1 };
const RUN = 128;

type Runs = { readonly texts: string[]; characters: number };

/** Counts the tokens of each script's runs in some texts. */
export function scriptTokens(
  texts: readonly string[],
  exact: ExactCounter,
): readonly ScriptTokens[] {
  const scripts: Runs[] = Array.from({ length: CLASS_COUNT - SCRIPT }, () => ({
    texts: [],
    characters: 0,
  }));
  for (const text of texts) collect(text, scripts);
  return scripts.map(({ texts, characters }) => {
    if (characters === 0) return UNSEEN;
    const tokens = texts.reduce((sum, run) => sum + exact.count(run), 0);
    const common = commonest(texts.join(""));
    const repeated = (exact.count(common.repeat(2 * RUN)) - exact.count(common.repeat(RUN))) / RUN;
    return { character: tokens / characters, repeated };
  });
}

function commonest(text: string): string {
  const counts = new Map<string, number>();
  for (let at = 0; at < text.length; at++)
    counts.set(text.charAt(at), (counts.get(text.charAt(at)) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

function collect(text: string, scripts: readonly Runs[]): void {
  let from = 0;
  while (from < text.length) {
    const kind = classAt(text, from);
    let to = from + 1;
    while (to < text.length && classAt(text, to) === kind) to++;
    const runs = scripts[kind - SCRIPT];
    if (runs !== undefined && runs.characters < ENOUGH) {
      runs.texts.push(text.slice(from, to));
      runs.characters += to - from;
    }
    from = to;
  }
}

function classAt(text: string, at: number): number {
  return classOf(CHARACTERS[text.charCodeAt(at)] as number);
}
