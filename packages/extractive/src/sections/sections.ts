import { escapeTags, TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";

/** Removes duplicates that differ only in case, punctuation and blanks. The newest stays. */
export function deduplicate(entries: readonly string[]): readonly string[] {
  const newest = new Map<string, string>();
  for (const entry of entries) {
    const key = comparisonKey(entry);
    if (key === "") continue;
    newest.delete(key);
    newest.set(key, entry);
  }
  return [...newest.values()];
}

/** Returns the words of an entry, to compare entries. */
export function comparisonKey(entry: string): string {
  return entry
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export type SectionName =
  | "goal"
  | "constraints"
  | "done"
  | "answered"
  | "inProgress"
  | "blocked"
  | "decisions"
  | "nextSteps"
  | "criticalContext";

/** Entries of each section of a summary, without list markers. */
export type SummarySections = Readonly<Record<SectionName, readonly string[]>>;

type SectionFormat = {
  readonly heading: string;
  /** Equivalent headings in lower case. */
  readonly aliases: readonly string[];
  /** Default: "- ". */
  readonly marker?: (index: number) => string;
};

const FORMATS: Readonly<Record<SectionName, SectionFormat>> = {
  goal: { heading: "## Goal", aliases: ["goals", "objective", "original request"] },
  constraints: {
    heading: "## Constraints & Preferences",
    aliases: ["constraints", "preferences", "constraints and preferences", "standing instructions"],
  },
  done: {
    heading: "### Done",
    aliases: ["completed", "early progress", "progress"],
    marker: () => "- [x] ",
  },
  answered: { heading: "### Done", aliases: [] },
  inProgress: { heading: "### In Progress", aliases: ["current work"], marker: () => "- [ ] " },
  blocked: { heading: "### Blocked", aliases: ["blockers"] },
  decisions: { heading: "## Key Decisions", aliases: ["decisions"] },
  nextSteps: {
    heading: "## Next Steps",
    aliases: ["next step"],
    marker: (index) => `${index + 1}. `,
  },
  criticalContext: {
    heading: "## Critical Context",
    aliases: ["context", "facts", "context for suffix"],
  },
};

const NAMES = Object.keys(FORMATS) as readonly SectionName[];
const PROGRESS = "## Progress";
const NONE = "(none)";

export function emptySections(): SummarySections {
  const none: readonly string[] = [];
  return Object.fromEntries(NAMES.map((name) => [name, none])) as SummarySections;
}

/** Returns an entry as {@link renderSections} writes it. */
export function sectionLine(name: SectionName, entry: string, place = 0): string {
  return escapeTags(`${FORMATS[name].marker?.(place) ?? "- "}${entry}`);
}

/** Returns the heading as {@link renderSections} writes it, including "Progress" if needed. */
export function sectionHeading(name: SectionName): string {
  const { heading } = FORMATS[name];
  return heading.startsWith("### ") ? `${PROGRESS}\n\n${heading}\n` : `${heading}\n`;
}

/** Renders sections as Markdown. Answers follow the finished steps, without a check mark. Empty sections are left out. */
export function renderSections(sections: SummarySections): string {
  const blocks: string[] = [];
  for (const name of NAMES) {
    if (name === "answered") continue;
    const { heading } = FORMATS[name];
    const answers = name === "done" ? sections.answered : [];
    const entries = sections[name];
    if (entries.length + answers.length === 0) continue;
    if (heading.startsWith("### ") && !blocks.includes(PROGRESS)) blocks.push(PROGRESS);
    const lines = [
      ...entries.map((entry, place) => sectionLine(name, entry, place)),
      ...answers.map((entry) => sectionLine("answered", entry)),
    ];
    blocks.push([heading, ...lines].join("\n"));
  }
  return blocks.join("\n\n").toWellFormed();
}

/** Sections of a summary, and those of its turn prefix if it has one. */
export type ParsedSummary = {
  readonly history: SummarySections;
  readonly turn: SummarySections | null;
};

/** Parses a summary by {@link renderSections} or by a model. */
export function parseSummary(text: string): ParsedSummary {
  const [history = "", ...turns] = text.split(TURN_CONTEXT_HEADING);
  return {
    history: parseSections(withoutLastRule(history)),
    turn: turns.length === 0 ? null : parseSections(turns.join("\n")),
  };
}

/** Returns the entries of all sections of a summary. */
export function allEntries({ history, turn }: ParsedSummary): readonly string[] {
  return [history, turn].flatMap((sections) => Object.values(sections ?? {}).flat());
}

/** Removes a final `---`. */
function withoutLastRule(text: string): string {
  const trimmed = text.trimEnd();
  const last = trimmed.lastIndexOf("\n");
  return last !== -1 && /^\s*-{3,}$/u.test(trimmed.slice(last)) ? trimmed.slice(0, last) : text;
}

/**
 * Parses Markdown sections with headings of any level, or bold headings. Text before the first heading or under an
 * unknown heading is critical context. An indented line continues the entry above.
 */
export function parseSections(text: string): SummarySections {
  const found = new Map<SectionName, string[]>();
  let name: SectionName = "criticalContext";
  for (const line of text.split("\n")) {
    const heading = headingOf(line);
    if (heading !== null) {
      name = sectionNamed(heading);
      continue;
    }
    const entry = entryOf(line);
    if (entry === "" || entry.toLowerCase() === NONE || entry === "none") continue;
    const part = name === "done" ? partOfDone(line) : name;
    const entries = found.get(part) ?? [];
    found.set(part, entries);
    const last = entries.at(-1);
    if (/^\s{2,}/u.test(line) && last !== undefined)
      entries[entries.length - 1] = `${last} ${entry}`;
    else entries.push(entry);
  }
  return { ...emptySections(), ...Object.fromEntries(found) };
}

function partOfDone(line: string): SectionName {
  if (/^\s*[-*+•]\s+\[ \]/u.test(line)) return "inProgress";
  return isAnswer(line) ? "answered" : "done";
}

/** An answer has an arrow and no check mark, and is not a command. */
function isAnswer(line: string): boolean {
  return line.includes(" → ") && !/^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[xX]\]|`)/u.test(line);
}

function headingOf(line: string): string | null {
  const match = /^\s{0,3}#{1,6}\s+(\S.*)$/su.exec(line) ?? /^\s*\*\*([^*]+)\*\*:?\s*$/u.exec(line);
  const title = match?.[1]
    ?.trimEnd()
    .replace(/(?<!#)#+$/u, "")
    .trimEnd();
  return title?.replace(/(?<![*:])[*:]+$/u, "").trim() ?? null;
}

function sectionNamed(heading: string): SectionName {
  const plain = heading.toLowerCase();
  const isNamed = (name: SectionName): boolean => {
    const { aliases, heading } = FORMATS[name];
    return heading.replace(/^#+ /u, "").toLowerCase() === plain || aliases.includes(plain);
  };
  return NAMES.find(isNamed) ?? "criticalContext";
}

function entryOf(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*+•]\s+|\d{1,3}[.)]\s+)/u, "")
    .replace(/^\[[ xX]\]\s+/u, "")
    .replace(/^(?:```\w*|---+)$/u, "")
    .trim();
}
