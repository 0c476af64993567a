import type { TokenBudget } from "@cutpoint/core/kit";
import { findingLines } from "./answers.ts";
import type { Material } from "./material.ts";
import {
  emptySections,
  renderSections,
  sectionHeading,
  sectionLine,
  type SectionName,
  type SummarySections,
} from "./sections.ts";
import { shortLine } from "./sentences.ts";

/** Which entries of a section are told first. */
type First = "oldest" | "newest";

/** The most that a section may take of the room. */
const SHARES: readonly (readonly [name: SectionName, share: number, first: First])[] = [
  ["goal", 0.06, "oldest"],
  ["inProgress", 0.05, "newest"],
  ["nextSteps", 0.04, "newest"],
  ["constraints", 0.1, "newest"],
  ["blocked", 0.03, "newest"],
  ["decisions", 0.03, "newest"],
];
/** What is left of the share of a section where people talk: any turn may hold what is needed. */
const CHAT_SHARE = 0.2;
const FINDINGS_SHARE = 0.75;
const STEPS_SHARE = 0.06;
const LEAST_PART = 60;
/** The beginning of an entry says nothing by itself where it has fewer characters. */
const LEAST_SHORTENED = 24;

/** The sections of a history but for their context, which is chosen for what they leave untold. */
export type Outline = {
  /** All that the sections say. */
  readonly said: string;
  /** The whole text, once the context is known; what is left of the room goes to more entries. */
  render(context: readonly string[]): string;
};

/** Cuts material to its part of the room, section by section. */
export function outline(material: Material, budget: TokenBudget): Outline {
  const all =
    !material.isChat && budget.share(budget.left() / 8).take(renderSections(emptySections()));
  if (!all) takeHeadings(material, budget);
  const size = budget.left();
  const part = (share: number): TokenBudget =>
    budget.share(material.isChat ? share * CHAT_SHARE * size : partOf(size, share));
  const shown = SHARES.map(([name, share, first]) => {
    const section: Section = { name, entries: material.sections[name], first };
    return { section, told: fill(section, part(share)) };
  });
  const findings = findingLines(material.findings, budget.share(size * FINDINGS_SHARE));
  const untold = material.steps.filter((step) => !findings.some((line) => line.includes(step)));
  const done: Section = { name: "done", entries: untold, first: "newest" };
  const steps = fill(done, part(STEPS_SHARE));
  return {
    said: [...shown.flatMap(({ told }) => [...told.values()]), ...findings, ...steps.values()].join(
      "\n",
    ),
    render(criticalContext) {
      const sections: Record<SectionName, readonly string[]> = {
        ...emptySections(),
        criticalContext,
      };
      for (const { section, told } of shown)
        sections[section.name] = inOrder(section.entries, fill(section, budget, told));
      sections.done = [...findings, ...inOrder(untold, fill(done, budget, steps))];
      return renderSections(sections, all ? "none" : "leave-out");
    },
  };
}

/** A section's part: its share and, where the whole is small, enough for an entry. */
function partOf(size: number, share: number): number {
  return Math.max(size * share, Math.min(size / 4, LEAST_PART));
}

/** Headings are paid for before entries where only those are written that have any. */
function takeHeadings(material: Material, budget: TokenBudget): void {
  const sections: SummarySections = {
    ...material.sections,
    done: [...material.steps, ...material.findings.map((each) => each.question)],
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

/** Entries as they are told. */
type Told = ReadonlyMap<string, string>;

/**
 * Adds to what is told as many entries as there is room for. Where not even the first one fits, its beginning is told.
 */
function fill(
  { name, entries, first }: Section,
  budget: TokenBudget,
  before: Told = new Map(),
): Told {
  const told = new Map(before);
  for (const entry of first === "oldest" ? entries : entries.toReversed()) {
    if (told.has(entry)) continue;
    if (budget.take(sectionLine(name, entry))) {
      told.set(entry, entry);
    } else if (told.size === 0) {
      const short = shortLine(entry, 3 * Math.floor(budget.left()));
      if (short.length >= LEAST_SHORTENED && budget.take(sectionLine(name, short)))
        told.set(entry, short);
    }
  }
  return told;
}

function inOrder(entries: readonly string[], told: Told): readonly string[] {
  return entries.flatMap((entry) => told.get(entry) ?? []);
}
