import { mapInSteps, type Steps, type TokenBudget } from "@cutpoint/core/kit";
import { findingLine, newestAnswers } from "./answers.ts";
import type { SummaryContent } from "./summary-content.ts";
import {
  emptySections,
  renderSections,
  sectionHeading,
  sectionLine,
  type SectionName,
  type SummarySections,
} from "./sections.ts";
import { shortLine } from "../read/sentences.ts";

/** Largest share of the budget that each section takes before the context lines are selected. */
const SHARES: readonly (readonly [name: SectionName, share: number])[] = [
  ["goal", 0.015],
  ["inProgress", 0.03],
  ["nextSteps", 0.01],
  ["constraints", 0.07],
  ["blocked", 0.01],
  ["decisions", 0.01],
  ["answered", 0.025],
  ["done", 0.02],
];
/** Chats use this part of each share, because any turn can contain what is needed. */
const CHAT_SHARE = 0.7;
/** A small budget still leaves room for one entry. */
const LEAST_PART = 40;
/** No entry takes fewer tokens. */
const LEAST_ENTRY = 6;
/** Fewer characters are not worth an entry. */
const LEAST_SHORTENED = 24;

/** Sections without their context lines, which are selected afterwards. */
export type Outline = {
  /** Text of all chosen entries. */
  readonly text: string;
  /** Renders all sections. Leftover budget is used for more entries. */
  render(context: readonly string[]): string;
};

/** Chooses the entries of each section that fit. */
export function* outline(content: SummaryContent, budget: TokenBudget): Steps<Outline> {
  budget.take(sectionHeading("criticalContext"));
  const size = budget.left();
  const all = yield* entriesOf(content);
  const shown = yield* mapInSteps(SHARES, ([name, share]) => {
    const section = { name, entries: all[name] };
    const most = content.isChat
      ? share * CHAT_SHARE * size
      : Math.max(size * share, Math.min(size / 4, LEAST_PART));
    return { ...section, chosen: fill(section, budget.share(most)) };
  });
  return {
    text: shown.flatMap(({ chosen }) => [...chosen.values()]).join("\n"),
    render(criticalContext) {
      const sections: Record<SectionName, readonly string[]> = {
        ...emptySections(),
        criticalContext,
      };
      for (const section of shown)
        sections[section.name] = inOrder(section.entries, fill(section, budget, section.chosen));
      return renderSections(sections);
    },
  };
}

function* entriesOf({ findings, sections, steps }: SummaryContent): Steps<SummarySections> {
  const found = yield* mapInSteps(newestAnswers(findings), (finding) => ({
    ...finding,
    text: findingLine(finding),
  }));
  const linesOf = (isDone: boolean): readonly string[] =>
    found.filter((line) => line.isDone === isDone).map(({ text }) => text);
  return { ...sections, answered: linesOf(false), done: [...steps, ...linesOf(true)] };
}

type Section = { readonly name: SectionName; readonly entries: readonly string[] };

/** Chosen entries, mapped to the text that is rendered. */
type Chosen = ReadonlyMap<string, string>;

/**
 * Adds as many entries as fit, the first one with the heading. The newest are added first, but the oldest goal. Shortens
 * the first entry if no entry fits.
 */
function fill({ name, entries }: Section, budget: TokenBudget, before: Chosen = new Map()): Chosen {
  const chosen = new Map(before);
  const take = (entry: string): boolean =>
    budget.take((chosen.size === 0 ? sectionHeading(name) : "") + sectionLine(name, entry));
  for (const entry of name === "goal" ? entries : entries.toReversed()) {
    if (chosen.get(entry) === entry) continue;
    if (budget.left() < LEAST_ENTRY) break;
    if ([...chosen.values()].some((text) => text.includes(entry))) continue;
    if (take(entry)) {
      chosen.set(entry, entry);
    } else if (chosen.size === 0) {
      const short = shortLine(entry, 3 * Math.floor(budget.left()));
      if (short.length >= LEAST_SHORTENED && take(short)) chosen.set(entry, short);
    }
  }
  return chosen;
}

/** Returns the chosen texts in order, without those that a longer one contains. */
function inOrder(entries: readonly string[], chosen: Chosen): readonly string[] {
  const texts = entries.flatMap((entry) => chosen.get(entry) ?? []);
  return texts.filter(
    (text) => !texts.some((all) => all.length > text.length && all.includes(text)),
  );
}
