import { escapeTags } from "@cutpoint/core/kit";

/** Removes duplicates that differ only in case, punctuation and blanks. The newest stays. */
export function deduplicate(
  entries: readonly string[],
  subjectOf: (entry: string) => string = (entry) => entry,
): readonly string[] {
  const newest = new Map<string, string>();
  for (const entry of entries) {
    const key = comparisonKey(subjectOf(entry));
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
  | "done"
  | "inProgress"
  | "decisions"
  | "nextSteps"
  | "criticalContext";

/** Entries of each section of a summary, without list markers. */
export type SummarySections = Readonly<Record<SectionName, readonly string[]>>;

type SectionFormat = {
  readonly heading: string;
  /** Headings that models write for the same, in lower case. */
  readonly aliases: readonly string[];
  /** Default: "- ". */
  readonly marker?: (index: number) => string;
};

const FORMATS: Readonly<Record<SectionName, SectionFormat>> = {
  goal: { heading: "Goal", aliases: ["goals", "objective", "original request"] },
  done: {
    heading: "Done",
    aliases: ["completed", "early progress", "progress"],
    marker: () => "- [x] ",
  },
  inProgress: {
    heading: "In Progress",
    aliases: ["current work", "blocked", "blockers"],
    marker: () => "- [ ] ",
  },
  decisions: {
    heading: "Key Decisions",
    aliases: ["decisions", "constraints", "constraints & preferences", "standing instructions"],
  },
  nextSteps: {
    heading: "Next Steps",
    aliases: ["next step"],
    marker: (index) => `${index + 1}. `,
  },
  criticalContext: { heading: "Critical Context", aliases: [] },
};

const NAMES = Object.keys(FORMATS) as readonly SectionName[];

export function emptySections(): SummarySections {
  const none: readonly string[] = [];
  return Object.fromEntries(NAMES.map((name) => [name, none])) as SummarySections;
}

/** A line about entries for which there was no room. */
const LEFT_OUT = /^\(left out: \d+ (?:earlier|later)\)$/u;

/** Returns an entry as {@link renderSections} writes it. */
export function sectionLine(name: SectionName, entry: string, place = 0): string {
  const marker = LEFT_OUT.test(entry) ? "- " : FORMATS[name].marker?.(place);
  return escapeTags(`${marker ?? "- "}${entry}`);
}

export function sectionHeading(name: SectionName): string {
  return `## ${FORMATS[name].heading}`;
}

/** Renders sections as Markdown. Empty sections are left out. */
export function renderSections(sections: SummarySections): string {
  return NAMES.filter((name) => sections[name].length > 0)
    .map((name) => {
      const lines = sections[name].map((entry, place) => sectionLine(name, entry, place));
      return [sectionHeading(name), ...lines].join("\n");
    })
    .join("\n\n")
    .toWellFormed();
}

/** Returns the entries of all sections. */
export function allEntries(sections: SummarySections): readonly string[] {
  return Object.values(sections).flat();
}

/**
 * Parses Markdown sections with headings of any level, or bold headings. Text before the first heading or under an
 * unknown heading is critical context. An indented line continues the entry above, and an open
 * box is work in progress.
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
    if (/^(?:|\(?none\)?)$/iu.test(entry) || LEFT_OUT.test(entry)) continue;
    const part = /^\s*[-*+•] \[ \]/u.test(line) ? "inProgress" : name;
    const entries = found.get(part) ?? [];
    found.set(part, entries);
    const last = entries.at(-1);
    if (/^\s{2,}/u.test(line) && last !== undefined)
      entries[entries.length - 1] = `${last} ${entry}`;
    else entries.push(entry);
  }
  return { ...emptySections(), ...Object.fromEntries(found) };
}

function headingOf(line: string): string | null {
  const match = /^\s{0,3}#{1,6}\s+(\S.*)$/su.exec(line) ?? /^\s*\*\*([^*]+)\*\*:?\s*$/u.exec(line);
  const title = match?.[1]
    ?.trimEnd()
    .replace(/(?<!#)#+$/u, "")
    .trimEnd();
  return title?.replace(/(?<![*:])[*:]+$/u, "").trim() ?? null;
}

function sectionNamed(title: string): SectionName {
  const plain = title.toLowerCase();
  const isNamed = (name: SectionName): boolean => {
    const { aliases, heading } = FORMATS[name];
    return heading.toLowerCase() === plain || aliases.includes(plain);
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
