import type { Steps, TokenBudget } from "@cutpoint/core/kit";
import { shortLine } from "../read/sentences.ts";
import {
  emptySections,
  renderSections,
  sectionHeading,
  sectionLine,
  type SectionName,
  type SummarySections,
} from "./sections.ts";
import { LEAST_PART, SECTION_SHARES } from "../constants.ts";

const SECTIONS = Object.keys(SECTION_SHARES) as readonly (keyof typeof SECTION_SHARES)[];
/** Fewer characters are not worth an entry. */
const LEAST_SHORTENED = 24;

/** The chosen entries, before the context lines are selected. */
export type Outline = {
  /** Text of all chosen entries. */
  readonly text: string;
  /** Renders all sections. Leftover budget is used for more entries. */
  render(context: readonly string[]): Steps<string>;
};

/** Chooses the entries of each section that fit: the newest first, but the oldest goal. */
export function* outline(sections: SummarySections, budget: TokenBudget): Steps<Outline> {
  budget.take(`${sectionHeading("criticalContext")}\n`);
  const size = budget.left();
  const parts: { name: SectionName; entries: readonly string[]; chosen: Chosen }[] = [];
  for (const name of SECTIONS) {
    const most = Math.max(size * SECTION_SHARES[name], Math.min(size / 4, LEAST_PART));
    const entries = sections[name];
    parts.push({ name, entries, chosen: yield* choose(name, entries, budget.share(most)) });
  }
  return {
    text: parts.flatMap(({ chosen }) => [...chosen.values()]).join("\n"),
    *render(criticalContext) {
      const shown: Record<SectionName, readonly string[]> = { ...emptySections(), criticalContext };
      for (const { name, entries, chosen } of parts) {
        const all = yield* choose(name, entries, budget, chosen);
        shown[name] = entries.flatMap((entry) => all.get(entry) ?? []);
      }
      return renderSections(shown);
    },
  };
}

/** Entries, and how they are rendered. */
type Chosen = ReadonlyMap<string, string>;

/**
 * Adds entries that fit to those chosen before, as they are rendered. The first one is shortened if none fits. An entry
 * that a longer one contains is left out.
 */
function* choose(
  name: SectionName,
  entries: readonly string[],
  budget: TokenBudget,
  before: Chosen = new Map(),
): Steps<Chosen> {
  const chosen = new Map(before);
  let texts = [...before.values()].join("\0");
  const take = (entry: string, text: string): boolean => {
    const heading = chosen.size === 0 ? `${sectionHeading(name)}\n` : "";
    const isTaken = budget.take(heading + sectionLine(name, text));
    if (isTaken) chosen.set(entry, text);
    if (isTaken) texts += `\0${text}`;
    return isTaken;
  };
  for (const entry of name === "goal" ? entries : entries.toReversed()) {
    yield;
    if (texts.includes(entry)) continue;
    if (take(entry, entry) || chosen.size > 0) continue;
    const short = shortLine(entry, 3 * Math.floor(budget.left()));
    if (short.length >= LEAST_SHORTENED) take(entry, short);
  }
  return chosen;
}
