import { FACTS_HEADING, headingIn } from "../prompt/sections.ts";

/** An entry of the facts section, with its continuation lines. */
type Fact = { readonly lines: string; readonly subject: string };

/**
 * Adds facts of the previous summary that the next one lost, as far as they fit.
 *
 * A fact is not lost if its text is anywhere in the next summary, or if its section has an entry with the same name. A
 * summary without a facts section does not change.
 */
export function keepFacts(previous: string, next: string, fits: (text: string) => boolean): string {
  const section = sectionOf(next);
  if (section === null) return next;
  const known = new Set(factsIn(section.body).map(({ subject }) => subject));
  const newest = new Map(allFactsIn(previous).map((fact) => [fact.subject, fact]));
  const lost = [...newest.values()].filter(
    ({ lines, subject }) => !known.has(subject) && !next.includes(textOf(lines)),
  );
  const kept: string[] = [];
  const written = (facts: readonly string[]): string => {
    const own = section.body
      .split("\n")
      .filter((line) => !/^\s*(?:[-*]\s*)?\(none\)\s*$/iu.test(line));
    const body = [...facts, ...own].join("\n").trim();
    return `${section.before}\n${body}${section.after === "" ? "" : `\n\n${section.after}`}`;
  };
  for (const { lines } of lost) if (fits(written([...kept, lines]))) kept.push(lines);
  return kept.length === 0 ? next : written(kept);
}

/** Splits a text at its facts section. `before` ends with the heading. */
function sectionOf(
  text: string,
): { readonly before: string; readonly body: string; readonly after: string } | null {
  const lines = text.split("\n");
  const name = FACTS_HEADING.replace(/^#+\s*/u, "").toLowerCase();
  const start = lines.findIndex((line) => headingOf(line) === name);
  if (start === -1) return null;
  const length = lines
    .slice(start + 1)
    .findIndex((line) => headingOf(line) !== null || /^-{3,}\s*$/u.test(line));
  const end = length === -1 ? lines.length : start + 1 + length;
  return {
    before: lines.slice(0, start + 1).join("\n"),
    body: lines
      .slice(start + 1, end)
      .join("\n")
      .trim(),
    after: lines.slice(end).join("\n"),
  };
}

/** Returns the facts of several summaries, one after the other, oldest first. */
function allFactsIn(summaries: string): readonly Fact[] {
  const section = sectionOf(summaries);
  return section === null ? [] : [...factsIn(section.body), ...allFactsIn(section.after)];
}

function headingOf(line: string): string | null {
  return headingIn(line)?.replace(/[*:]+/gu, "").trim().toLowerCase() ?? null;
}

function factsIn(body: string): readonly Fact[] {
  const entries: string[] = [];
  for (const line of body.split("\n")) {
    if (line.trim() === "" || /^\s*(?:[-*]\s*)?\(none\)\s*$/iu.test(line)) continue;
    if (/^(?:[-*+•]|\d{1,3}[.)])\s/u.test(line) || entries.length === 0) entries.push(line);
    else entries.push(`${entries.pop() ?? ""}\n${line}`);
  }
  return entries.map((lines) => ({ lines, subject: subjectOf(lines) }));
}

function subjectOf(entry: string): string {
  const plain = entry.replace(/^[-*+•\d.)\s]+/u, "").replace(/[*_`]/gu, "");
  return (/^(.{1,120}?)(?::\s|\s=\s|=)/u.exec(plain)?.[1] ?? plain).trim().toLowerCase();
}

function textOf(entry: string): string {
  return entry.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, "").trim();
}
