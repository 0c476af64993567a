import { posix } from "node:path";
import type { TraceabilityNotes } from "../traceability-notes.ts";
import type { NamedTest } from "./test-names.ts";

/** A document and what it states, a few words by id. */
export type Statements = {
  readonly title: string;
  readonly statements: Readonly<Record<string, string>>;
};

/** What proves an id, or why nothing does yet. */
export type Standing =
  | { readonly type: "tested"; readonly tests: readonly NamedTest[] }
  | { readonly type: "planned"; readonly capability: string }
  | { readonly type: "not-applicable"; readonly reason: string };

/** Every id with its standing; those without any are among the problems. */
export type Traceability = {
  readonly standings: ReadonlyMap<string, Standing>;
  readonly problems: readonly string[];
};

const ID = /\b(?:T\d{3}|F\d{2,3})\b/g;

/** Joins documents, tests and notes by id. */
export function traceabilityOf(
  documents: readonly Statements[],
  tests: readonly NamedTest[],
  notes: TraceabilityNotes,
): Traceability {
  const stated = new Set(documents.flatMap(({ statements }) => Object.keys(statements)));
  const carried = testsById(tests);
  const noted = notedIds(notes);
  const standings = new Map<string, Standing>();
  const problems: string[] = [];
  for (const id of stated) {
    const carriers = carried.get(id);
    const [note, ...further] = noted.get(id) ?? [];
    if (carriers !== undefined) standings.set(id, { type: "tested", tests: carriers });
    else if (note !== undefined) standings.set(id, note);
    else problems.push(`${id} has neither a test nor a note`);
    if (carriers !== undefined && note !== undefined)
      problems.push(`${id} has a test (${carriers[0]?.file}): take it out of the notes`);
    if (further.length > 0) problems.push(`${id} stands in the notes more than once`);
  }
  for (const id of [...noted.keys(), ...carried.keys()])
    if (!stated.has(id)) problems.push(`${id} is named and stated nowhere`);
  return { standings, problems };
}

/** How many ids stand how. */
export function standingCounts({
  standings,
}: Traceability): Readonly<Record<Standing["type"], number>> {
  const counts = { tested: 0, planned: 0, "not-applicable": 0 };
  for (const { type } of standings.values()) counts[type] += 1;
  return counts;
}

/** The page, as Markdown; links lead from `docs`. */
export function traceabilityPage(
  documents: readonly Statements[],
  traceability: Traceability,
): string {
  const counts = standingCounts(traceability);
  const sections = documents.map(({ title, statements }) =>
    [
      `## ${title}`,
      "",
      "| id | in short | proved by |",
      "| --- | --- | --- |",
      ...Object.entries(statements).map(
        ([id, words]) =>
          `| ${id} | ${escaped(words)} | ${standingText(traceability.standings.get(id))} |`,
      ),
    ].join("\n"),
  );
  return [
    "# What is proved, and where",
    "Five documents describe systems that compact a conversation, and reports from the field describe how such systems fail. Every statement (T) and every failure (F) has an id; a test carries the ids that it proves in its name. This page is written by `pnpm docs:traceability` from the names of the tests; a test fails where it is out of date.",
    `${counts.tested} ids are carried by a test, ${counts.planned} are planned, ${counts["not-applicable"]} do not apply.`,
    ...sections,
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

function testsById(tests: readonly NamedTest[]): ReadonlyMap<string, readonly NamedTest[]> {
  const byId = new Map<string, NamedTest[]>();
  for (const test of tests)
    for (const id of new Set(test.name.match(ID) ?? []))
      byId.set(id, [...(byId.get(id) ?? []), test]);
  return byId;
}

function notedIds({
  planned,
  reasons,
}: TraceabilityNotes): ReadonlyMap<string, readonly Standing[]> {
  const noted = new Map<string, Standing[]>();
  const add = (id: string, standing: Standing): void => {
    noted.set(id, [...(noted.get(id) ?? []), standing]);
  };
  for (const [capability, entries] of Object.entries(planned))
    for (const id of entries.flatMap(idsOf)) add(id, { type: "planned", capability });
  for (const [id, reason] of Object.entries(reasons)) add(id, { type: "not-applicable", reason });
  return noted;
}

/** `T154-T156` is T154, T155, T156. */
function idsOf(entry: string): readonly string[] {
  const [first = "", last = first] = entry.split("-");
  const [from, to] = [Number(first.slice(1)), Number(last.slice(1))];
  return Array.from(
    { length: to - from + 1 },
    (_, index) => `${first[0]}${String(from + index).padStart(first.length - 1, "0")}`,
  );
}

const MAX_NAMES = 3;

function standingText(standing: Standing | undefined): string {
  switch (standing?.type) {
    case "tested": {
      const [shown, more] = [standing.tests.slice(0, MAX_NAMES), standing.tests.slice(MAX_NAMES)];
      const names = shown.map(
        ({ file, name }) => `[${nameOf(file)}](../${file}): ${wordsOf(name)}`,
      );
      return [...names, ...(more.length > 0 ? [`and ${more.length} more`] : [])].join("<br>");
    }
    case "planned":
      return `planned: ${standing.capability}`;
    case "not-applicable":
      return `does not apply: ${escaped(standing.reason)}`;
    case undefined:
      return "";
  }
}

function nameOf(file: string): string {
  return posix.basename(file).replace(/(?:\.test)?\.ts$/, "");
}

/** A test's name without its ids. */
function wordsOf(name: string): string {
  const words = name
    .replaceAll(ID, "")
    .replaceAll(/\(\s*\)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return escaped(words);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\|<>[\]*_`]/g, String.raw`\$&`);
}
