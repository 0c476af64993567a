import { type Item, textOf } from "@cutpoint/core";
import { type TokenBudget, toolRuns } from "@cutpoint/core/kit";
import { anchorsOf } from "./anchors.ts";
import { snippetsOf } from "./lines.ts";
import { passagesOf, takePassages } from "./passages.ts";
import { commonDirectory, relativeTo } from "./paths.ts";
import { reuseProbability } from "./reuse.ts";
import { selectLines } from "./select-lines.ts";
import { wordsOf } from "./sentences.ts";
import { indexTerms, type KeyTerm, type Line } from "./terms.ts";
import { filesChanged } from "./tool-log.ts";
import { unvisitedIds } from "./unvisited-ids.ts";

export type FactSource = {
  readonly covered: readonly Item[];
  readonly turnPrefix: readonly Item[];
  readonly kept: readonly Item[];
  /** Those of the kept items that the view shows in another way, as they were said. */
  readonly shortened: readonly Item[];
  /** The items whose words stand in the view to the letter. */
  readonly quoted: ReadonlySet<string>;
  /** The lines of context that an earlier summary told. */
  readonly carried: readonly string[];
  readonly instructions: string | null;
};

/** The exact things that a summary may tell, of a history and of the beginning of a turn. */
export type Facts = {
  /** Chooses lines for the room there is; what `said` and the kept items say already need not be told. */
  choose(said: string, budget: TokenBudget): ChosenFacts;
};

type ChosenFacts = { readonly history: readonly string[]; readonly turn: readonly string[] };

/** What the caller asks to attend to is worth this much more than any chance. */
const FOCUS_WORTH = 2;
/** The chance that an id is looked up next that was listed beside one that was. */
const UNVISITED_WORTH = 0.3;
/** What a word is worth beside an exact thing that is as likely to be needed: others say the same. */
const WORD_SHARE = 0.13;

/** Reads items into facts. Takes time in proportion to their length. */
export function factsOf(source: FactSource): Facts {
  const { covered, turnPrefix, kept } = source;
  const said = new Map(source.shortened.map((item) => [item.id, item]));
  const items = [...covered, ...turnPrefix, ...kept.map((item) => said.get(item.id) ?? item)];
  const runs = toolRuns(items);
  const plain = relativeTo(commonDirectory(items));
  const snippets = snippetsOf(items, runs, source.carried, plain);
  const index = indexTerms(snippets, items.length, filesChanged(runs, plain));
  const need = reuseProbability(index);
  const unvisited = unvisitedIds(index);
  const focus = new Set(wordsOf(source.instructions ?? ""));
  const worthOf = (term: KeyTerm): number => worths.get(term) ?? 0;
  const worths = new Map(
    index.terms.map((term) => {
      const chance = (need.get(term) ?? 0) * (term.kind === "word" ? WORD_SHARE : 1);
      const worth = unvisited.has(term) ? Math.max(chance, UNVISITED_WORTH) : chance;
      return [term, worth + (isAskedFor(term, focus) ? FOCUS_WORTH : 0)];
    }),
  );
  const keptTexts = kept.map(({ id, message }) =>
    said.has(id) ? plain(textOf(message)).replace(/\s+/gu, " ") : null,
  );
  const isShown = ({ snippet }: Line): boolean => {
    const place = snippet.source.message - covered.length - turnPrefix.length;
    if (place < 0) return source.quoted.has(items[snippet.source.message]?.id ?? "");
    return keptTexts[place]?.includes(snippet.text) ?? true;
  };
  const shown = index.lines.filter(isShown);
  const shownTerms = shown.flatMap(({ terms }) => terms);
  const shownTexts = new Set(shown.map(({ snippet }) => snippet.text));
  const tellable = index.lines.filter(({ snippet }) => !shownTexts.has(snippet.text));
  const named = new Map(index.terms.map((term) => [term.name, term]));
  return {
    choose(said, budget) {
      const told = new Set(shownTerms);
      for (const name of [
        ...anchorsOf(plain(said), 1e6),
        ...wordsOf(said).map((word) => ` ${word}`),
      ]) {
        const term = named.get(name);
        if (term !== undefined) told.add(term);
      }
      const chosen = selectLines(tellable, {
        worthOf,
        labelOf: (from) => index.labels.get(from) ?? [],
        told,
        take: takePassages(budget),
      });
      const isTurn = ({ snippet }: Line): boolean =>
        turnPrefix.length > 0 && snippet.source.message >= covered.length;
      return {
        history: passagesOf(chosen.filter((line) => !isTurn(line))),
        turn: passagesOf(chosen.filter(isTurn)),
      };
    },
  };
}

function isAskedFor({ name }: KeyTerm, focus: ReadonlySet<string>): boolean {
  if (focus.size === 0) return false;
  const plain = name.toLowerCase();
  for (const word of focus) if (plain.includes(word)) return true;
  return false;
}
