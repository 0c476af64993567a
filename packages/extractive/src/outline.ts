import type { Steps, TokenBudget } from "@cutpoint/core/kit";
import { findingLines } from "./answers.ts";
import type { SummaryContent } from "./summary-content.ts";
import {
  emptySections,
  renderSections,
  sectionHeading,
  sectionLine,
  type SectionName,
  type SummarySections,
} from "./sections.ts";
import { shortLine } from "./sentences.ts";

/** Which entries of a section are rendered first. */
type First = "oldest" | "newest";

/** Largest share of the budget that each section takes. */
const SHARES: readonly (readonly [name: SectionName, share: number, first: First])[] = [
  ["goal", 0.06, "oldest"],
  ["inProgress", 0.05, "newest"],
  ["nextSteps", 0.04, "newest"],
  ["constraints", 0.1, "newest"],
  ["blocked", 0.03, "newest"],
  ["decisions", 0.03, "newest"],
];
/** Chats use this part of each share, because any turn can contain what is needed. */
const CHAT_SHARE = 0.2;
const FINDINGS_SHARE = 0.75;
const STEPS_SHARE = 0.06;
const LEAST_PART = 60;
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
  const all =
    !content.isChat && budget.share(budget.left() / 8).take(renderSections(emptySections()));
  if (!all) takeHeadings(content, budget);
  const size = budget.left();
  const part = (share: number): TokenBudget =>
    budget.share(content.isChat ? share * CHAT_SHARE * size : partOf(size, share));
  const shown = SHARES.map(([name, share, first]) => {
    const section: Section = { name, entries: content.sections[name], first };
    return { section, chosen: fill(section, part(share)) };
  });
  const findings = yield* findingLines(content.findings, budget.share(size * FINDINGS_SHARE));
  yield;
  const found = findings.map(({ text }) => text).join("\n");
  const steps = content.steps.filter((step) => !found.includes(step));
  const done: Section = { name: "done", entries: steps, first: "newest" };
  const doneSteps = fill(done, part(STEPS_SHARE));
  yield;
  return {
    text: [
      ...shown.flatMap(({ chosen }) => [...chosen.values()]),
      found,
      ...doneSteps.values(),
    ].join("\n"),
    render(criticalContext) {
      const sections: Record<SectionName, readonly string[]> = {
        ...emptySections(),
        criticalContext,
      };
      for (const { section, chosen } of shown)
        sections[section.name] = inOrder(section.entries, fill(section, budget, chosen));
      const texts = (isDone: boolean): readonly string[] =>
        findings.filter((line) => line.isDone === isDone).map(({ text }) => text);
      sections.done = [...texts(true), ...inOrder(steps, fill(done, budget, doneSteps))];
      sections.answered = texts(false);
      return renderSections(sections, all ? "none" : "leave-out");
    },
  };
}

/** A small budget still leaves room for one entry. */
function partOf(size: number, share: number): number {
  return Math.max(size * share, Math.min(size / 4, LEAST_PART));
}

/** Pays for the headings of sections that have entries. */
function takeHeadings(content: SummaryContent, budget: TokenBudget): void {
  const sections: SummarySections = {
    ...content.sections,
    done: [...content.steps, ...content.findings.map((each) => each.question)],
    criticalContext: [""],
  };
  for (const name of Object.keys(sections) as SectionName[])
    if (sections[name].length > 0) budget.take(sectionHeading(name));
}

type Section = {
  readonly name: SectionName;
  readonly entries: readonly string[];
  readonly first: First;
};

/** Chosen entries, mapped to the text that is rendered. */
type Chosen = ReadonlyMap<string, string>;

/** Adds as many entries as fit. Shortens the first entry if no entry fits. */
function fill(
  { name, entries, first }: Section,
  budget: TokenBudget,
  before: Chosen = new Map(),
): Chosen {
  const chosen = new Map(before);
  for (const entry of first === "oldest" ? entries : entries.toReversed()) {
    if (chosen.has(entry)) continue;
    if (budget.take(sectionLine(name, entry))) {
      chosen.set(entry, entry);
    } else if (chosen.size === 0) {
      const short = shortLine(entry, 3 * Math.floor(budget.left()));
      if (short.length >= LEAST_SHORTENED && budget.take(sectionLine(name, short)))
        chosen.set(entry, short);
    }
  }
  return chosen;
}

function inOrder(entries: readonly string[], chosen: Chosen): readonly string[] {
  return entries.flatMap((entry) => chosen.get(entry) ?? []);
}
