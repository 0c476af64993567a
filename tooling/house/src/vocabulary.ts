import type { Declarations } from "./declarations.ts";
import type { WorkspacePackage } from "./workspace.ts";

/** One row of a table: names of a document, and what stands for them here. */
export type VocabularyRow = {
  readonly line: number;
  readonly document: string;
  readonly theirs: readonly string[];
  readonly ours: readonly VocabularyName[];
  readonly hasNone: boolean;
  readonly note: string;
};

/** One of our names on the page; a planned one does not exist yet. */
type VocabularyName = { readonly text: string; readonly planned: boolean };

const CODE = /`` (.+?) ``|`([^`]+)`/g;

/** The rows of the page's tables; each heading of the second level that is a file name begins a document. */
export function parseVocabulary(page: string): readonly VocabularyRow[] {
  const rows: VocabularyRow[] = [];
  let document = "";
  for (const [index, line] of page.split("\n").entries()) {
    if (line.startsWith("## ")) document = /^## `([\w-]+\.md)`$/.exec(line)?.[1] ?? "";
    if (document === "" || !line.startsWith("| `")) continue;
    const [theirs = "", ours = "", note = ""] = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|"));
    rows.push({
      line: index + 1,
      document,
      theirs: spansIn(theirs),
      ours: ours
        .split(/\bplanned:/)
        .flatMap((part, place) => spansIn(part).map((text) => ({ text, planned: place > 0 }))),
      hasNone: ours === "none",
      note,
    });
  }
  return rows;
}

/** The code spans of a text, without their marks. */
export function spansIn(text: string): readonly string[] {
  return [...text.matchAll(CODE)].map(([, double, single]) => double ?? single ?? "");
}

/** What is wrong with the rows, one sentence each: a name of ours that does not exist, or one that is missing. */
export function vocabularyProblems(
  rows: readonly VocabularyRow[],
  exists: (name: string) => boolean | null,
): readonly string[] {
  return rows.flatMap(({ line, theirs, ours, hasNone, note }) => {
    const at = `line ${line} (${theirs[0] ?? "?"})`;
    const problems = ours.flatMap(({ text, planned }): readonly string[] => {
      const found = exists(text);
      if (found === null) return [`${at}: ${text} is in none of the forms that the page explains`];
      return found || planned ? [] : [`${at}: ${text} does not exist`];
    });
    if (ours.length === 0 && !hasNone) problems.push(`${at}: a name of ours, or the word none`);
    if (hasNone && note === "") problems.push(`${at}: none needs a reason`);
    if (spansIn(note).length > 0)
      problems.push(`${at}: the note is prose, where no name is checked`);
    return problems;
  });
}

/** The names that are marked as planned, each once, with whether they are there by now. */
export function plannedNames(
  rows: readonly VocabularyRow[],
  exists: (name: string) => boolean | null,
): ReadonlyMap<string, boolean> {
  const planned = rows.flatMap(({ ours }) => ours).filter((name) => name.planned);
  return new Map(planned.map(({ text }) => [text, exists(text) === true]));
}

/**
 * Tells whether a name of ours exists, in the forms that the page explains; `null` for a text in none of them.
 */
export function createNameCheck(
  packages: readonly WorkspacePackage[],
  declarations: Declarations,
): (name: string) => boolean | null {
  const published = new Map(
    packages
      .filter(({ kind }) => kind === "package")
      .map((entry) => [entry.folder.slice("packages/".length), entry]),
  );
  const textsOf = (name: string): readonly string[] =>
    [...(published.get(name)?.sources ?? [])]
      .filter(([path]) => path.startsWith("src/"))
      .map(([, text]) => text);
  const forms: readonly (readonly [RegExp, (first: string, second: string) => boolean])[] = [
    [/^([\w-]+(?:\/[\w-]+)?): (\w+)$/, (entry, name) => declarations.hasExport(entry, name)],
    [/^([A-Z]\w*\.\w+(?:\.\w+)*)$/, (path) => declarations.hasMember(path.split("."))],
    [/^([A-Z]\w*) "(.+)"$/, (type, value) => declarations.hasValue(type, value)],
    [/^([\w-]+) says "(.+)"$/, (name, text) => textsOf(name).some((all) => all.includes(text))],
    [
      /^([\w-]+)\/([\w/-]+(?:\/|\.ts))$/,
      (name, path) =>
        [...(published.get(name)?.paths ?? [])].some((each) =>
          path.endsWith("/") ? each.startsWith(`src/${path}`) : each === `src/${path}`,
        ),
    ],
    [/^@cutpoint\/([\w-]+)$/, (name) => published.has(name)],
  ];
  return (name) => {
    for (const [form, check] of forms) {
      const match = form.exec(name);
      if (match !== null) return check(match[1] ?? "", match[2] ?? "");
    }
    return null;
  };
}
