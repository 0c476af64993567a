import { escapeTags, TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";

/** Entries once each, in order; of those that say the same (but for case, marks and blanks) the newest stays. */
export function eachOnce(entries: readonly string[]): readonly string[] {
  const newest = new Map<string, string>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === "") continue;
    newest.delete(key);
    newest.set(key, entry);
  }
  return [...newest.values()];
}

/** What two entries have in common that say the same. */
export function keyOf(entry: string): string {
  return entry
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The parts of a summary, each a list of one-line entries without their marks. */
export type SummarySections = {
  readonly goal: readonly string[];
  readonly constraints: readonly string[];
  readonly done: readonly string[];
  readonly inProgress: readonly string[];
  readonly blocked: readonly string[];
  readonly decisions: readonly string[];
  readonly nextSteps: readonly string[];
  readonly criticalContext: readonly string[];
};

export type SectionName = keyof SummarySections;

type Form = {
  readonly name: SectionName;
  readonly heading: string;
  /** Other headings that say the same, in small letters. */
  readonly aliases: readonly string[];
  readonly mark: (place: number) => string;
};

const BULLET = (): string => "- ";

const FORMS: readonly Form[] = [
  {
    name: "goal",
    heading: "## Goal",
    aliases: ["goals", "objective", "original request"],
    mark: BULLET,
  },
  {
    name: "constraints",
    heading: "## Constraints & Preferences",
    aliases: ["constraints", "preferences", "constraints and preferences", "standing instructions"],
    mark: BULLET,
  },
  {
    name: "done",
    heading: "### Done",
    aliases: ["completed", "early progress"],
    mark: () => "- [x] ",
  },
  {
    name: "inProgress",
    heading: "### In Progress",
    aliases: ["current work"],
    mark: () => "- [ ] ",
  },
  { name: "blocked", heading: "### Blocked", aliases: ["blockers"], mark: BULLET },
  { name: "decisions", heading: "## Key Decisions", aliases: ["decisions"], mark: BULLET },
  {
    name: "nextSteps",
    heading: "## Next Steps",
    aliases: ["next step"],
    mark: (place) => `${place + 1}. `,
  },
  {
    name: "criticalContext",
    heading: "## Critical Context",
    aliases: ["context", "facts", "context for suffix"],
    mark: BULLET,
  },
];

const PROGRESS = "## Progress";
const NONE = "(none)";

/** Sections with nothing in them. */
export function emptySections(): SummarySections {
  return {
    goal: [],
    constraints: [],
    done: [],
    inProgress: [],
    blocked: [],
    decisions: [],
    nextSteps: [],
    criticalContext: [],
  };
}

/** An entry as the line that {@link renderSections} writes for it. */
export function sectionLine(name: SectionName, entry: string, place = 0): string {
  const form = FORMS.find((each) => each.name === name);
  return escapeTags(`${form?.mark(place) ?? ""}${entry}`);
}

/** What {@link renderSections} writes above the entries of a section, where none before it has any. */
export function sectionHeading(name: SectionName): string {
  const heading = FORMS.find((each) => each.name === name)?.heading ?? "";
  return heading.startsWith("### ") ? `${PROGRESS}\n\n${heading}\n` : `${heading}\n`;
}

/**
 * Sections as Markdown, in the documents' order and with their marks. A section with nothing in it says `(none)`, or
 * is left out.
 */
export function renderSections(
  sections: SummarySections,
  empty: "none" | "leave-out" = "none",
): string {
  const blocks: string[] = [];
  let progress = false;
  for (const { name, heading } of FORMS) {
    const entries = sections[name];
    if (entries.length === 0 && empty === "leave-out") continue;
    if (heading.startsWith("### ") && !progress) {
      blocks.push(PROGRESS);
      progress = true;
    }
    const lines = entries.map((entry, place) => sectionLine(name, entry, place));
    blocks.push([heading, ...(lines.length === 0 ? [NONE] : lines)].join("\n"));
  }
  return blocks.join("\n\n").toWellFormed();
}

/** A summary's text taken apart: its sections, and those of the split turn's beginning where it has one. */
export type ParsedSummary = {
  readonly history: SummarySections;
  readonly turn: SummarySections | null;
};

/** Takes apart what {@link renderSections} wrote, or what a model wrote in its place. */
export function parseSummary(text: string): ParsedSummary {
  const [history = "", ...turns] = text.split(TURN_CONTEXT_HEADING);
  return {
    history: parseSections(withoutLastRule(history)),
    turn: turns.length === 0 ? null : parseSections(turns.join("\n")),
  };
}

/** A text without the rule (`---`) that is its last line. */
function withoutLastRule(text: string): string {
  const trimmed = text.trimEnd();
  const last = trimmed.lastIndexOf("\n");
  return last !== -1 && /^\s*-{3,}$/u.test(trimmed.slice(last)) ? trimmed.slice(0, last) : text;
}

/**
 * Sections from Markdown. Headings may be of any level or bold, in any case; what stands under a heading that is not
 * one of ours is critical context, and so is what stands before the first heading. An indented line belongs to the entry
 * above it.
 */
export function parseSections(text: string): SummarySections {
  const found = new Map<SectionName, string[]>();
  let name: SectionName = "criticalContext";
  for (const line of text.split("\n")) {
    const heading = headingOf(line);
    if (heading !== null) {
      name =
        sectionNamed(heading) ??
        (heading.toLowerCase() === "progress" ? "done" : "criticalContext");
      continue;
    }
    const entry = entryOf(line);
    if (entry === "" || entry.toLowerCase() === NONE || entry === "none") continue;
    const entries = found.get(name) ?? [];
    found.set(name, entries);
    const last = entries.at(-1);
    if (/^\s{2,}/u.test(line) && last !== undefined)
      entries[entries.length - 1] = `${last} ${entry}`;
    else entries.push(entry);
  }
  return { ...emptySections(), ...Object.fromEntries(found) };
}

function headingOf(line: string): string | null {
  const match = /^\s{0,3}#{1,6}\s+(\S.*)$/su.exec(line) ?? /^\s*\*\*([^*]+)\*\*:?\s*$/u.exec(line);
  const title = match?.[1]?.trimEnd().replace(/(?<!#)#+$/u, "");
  return (
    title
      ?.trimEnd()
      .replace(/(?<![*:])[*:]+$/u, "")
      .trim() ?? null
  );
}

function sectionNamed(heading: string): SectionName | undefined {
  const plain = heading.toLowerCase();
  return FORMS.find(
    (form) =>
      form.heading.replace(/^#+ /u, "").toLowerCase() === plain || form.aliases.includes(plain),
  )?.name;
}

function entryOf(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*+•]\s+|\d{1,3}[.)]\s+)/u, "")
    .replace(/^\[[ xX]\]\s+/u, "")
    .replace(/^(?:```\w*|---+)$/u, "")
    .trim();
}
