import {
  CHARACTERS,
  CLASS_COUNT,
  SCRIPT,
  SYMBOL_BITS,
} from "../../../packages/core/src/tokens/character-class.ts";
import type { ExactCounter } from "./exact.ts";

const ENOUGH = 20_000;
const UNSEEN = 1.5;

type Runs = { readonly texts: string[]; characters: number };

/** Tokens for one character of each script, counted over that script's runs in some texts; 1.5 where there are none. */
export function tokensPerCharacter(
  texts: readonly string[],
  exact: ExactCounter,
): readonly number[] {
  const scripts: Runs[] = Array.from({ length: CLASS_COUNT - SCRIPT }, () => ({
    texts: [],
    characters: 0,
  }));
  for (const text of texts) collect(text, scripts);
  return scripts.map((runs) =>
    runs.characters === 0
      ? UNSEEN
      : runs.texts.reduce((sum, run) => sum + exact.count(run), 0) / runs.characters,
  );
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
  return (CHARACTERS[text.charCodeAt(at)] as number) >> SYMBOL_BITS;
}
