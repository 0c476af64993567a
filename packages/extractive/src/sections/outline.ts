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
/** Sections whose first entries are needed most. */
const FIRST: ReadonlySet<SectionName> = new Set(["goal", "nextSteps"] as const);
/** Fewer characters are not worth an entry. */
const LEAST_SHORTENED = 24;

/** The chosen entries, before the context lines are selected. */
export type Outline = {
  /** Text of all chosen entries. */
  readonly text: string;
  /** Renders all sections. Leftover budget is used for more entries. */
  render(context: readonly string[]): Steps<string>;
};

/**
 * Chooses the entries of each section that fit: the newest first, but the oldest goal and the next step. A line says how
 * many finished or next steps are left out.
 */
export function* outline(sections: SummarySections, budget: TokenBudget): Steps<Outline> {
  budget.take(`${sectionHeading("criticalContext")}\n`);
  const size = budget.left();
  const parts: { name: SectionName; entries: readonly string[]; chosen: Chosen }[] = [];
  for (const name of SECTIONS) {
    const most = Math.max(size * SECTION_SHARES[name], Math.min(size / 4, LEAST_PART));
    const entries = sections[name];
    const chosen = yield* choose(name, entries, budget.share(most));
    parts.push({ name, entries, chosen });
    const rest = restLine(name, entries, chosen);
    if (rest !== null) budget.take(sectionLine(name, rest));
  }
  return {
    text: parts.flatMap(({ chosen }) => [...chosen.values()]).join("\n"),
    *render(criticalContext) {
      const shown: Record<SectionName, readonly string[]> = { ...emptySections(), criticalContext };
      for (const { name, entries, chosen } of parts) {
        const all = yield* choose(name, entries, budget, chosen);
        const rest = restLine(name, entries, all) ?? [];
        const written = entries.flatMap((entry) => all.get(entry) ?? []);
        shown[name] = name === "done" ? [rest, written].flat() : [written, rest].flat();
      }
      return renderSections(shown);
    },
  };
}

/** Entries, and how they are rendered. */
type Chosen = ReadonlyMap<string, string>;

/**
 * Adds entries to those chosen before, as they are rendered, until one does not fit. The first one is shortened if none
 * fits. An entry that a longer one contains is left out.
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
  for (const entry of FIRST.has(name) ? entries : entries.toReversed()) {
    yield;
    if (chosen.has(entry) || texts.includes(entry)) continue;
    if (take(entry, entry)) continue;
    const short = chosen.size > 0 ? "" : shortLine(entry, 3 * Math.floor(budget.left()));
    if (short.length < LEAST_SHORTENED || !take(entry, short)) break;
  }
  return chosen;
}

/** Returns a line with the number of steps that are not chosen. */
function restLine(name: SectionName, entries: readonly string[], chosen: Chosen): string | null {
  const when = name === "done" ? "earlier" : name === "nextSteps" ? "later" : null;
  const texts = [...chosen.values()].join("\0");
  const rest = entries.filter((entry) => !chosen.has(entry) && !texts.includes(entry)).length;
  return when === null || texts === "" || rest === 0 ? null : `(left out: ${rest} ${when})`;
}
