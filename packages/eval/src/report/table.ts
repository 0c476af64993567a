import type { MeasureName } from "../run/row.ts";
import type { Summary } from "../run/summarize-rows.ts";

/** Short titles of measures, in the order of the columns. */
export const MEASURE_TITLES: Readonly<Record<MeasureName, string>> = {
  quality: "Q",
  total: "total",
  weighted: "weighted",
  far: "far",
  relation: "relation",
  user: "user",
  lastUser: "last",
  rareWords: "rare",
  evidence: "evidence",
  found: "found",
  fabricated: "fabr.",
};

/** Renders the means as text tables in percent, one for each kind and budget. */
export function tableLines(summaries: readonly Summary[]): readonly string[] {
  const blocks = Map.groupBy(summaries, ({ kind, share }) => `${kind} ${share}`);
  return [...blocks.values()].flatMap((block) => {
    const [first] = block;
    if (first === undefined) return [];
    const columns = (Object.keys(MEASURE_TITLES) as MeasureName[]).filter((name) =>
      block.some(({ measures }) => measures[name] !== null),
    );
    const titles = [...columns.map((name) => MEASURE_TITLES[name]), "invalid", "ms/100k"];
    return [
      "",
      `${first.kind}, ${budgetText(first.share)}, ${first.cuts} cuts, in percent`,
      line("", titles),
      ...block.map((summary) =>
        line(methodText(summary), [
          ...columns.map((name) => percent(summary.measures[name])),
          percent(summary.invalid),
          summary.pace.toFixed(0),
        ]),
      ),
    ];
  });
}

function methodText({ method, role, rounds }: Summary): string {
  const name = role === "method" || role === "session" ? method : `${method} (${role})`;
  return rounds === 1 ? name : `${name}, ${rounds} rounds`;
}

export function budgetText(share: number | null): string {
  return share === null
    ? "at the size of the first method"
    : `budget ${percent(share)} % of the history`;
}

/** Formats a share in percent with one decimal. */
export function percent(share: number | null): string {
  return share === null ? "–" : (100 * share).toFixed(1);
}

/** Renders a title and right-aligned cells. */
export function line(title: string, cells: readonly string[], width = 9): string {
  return `${title.padEnd(30)}${cells.map((cell) => cell.padStart(width)).join("")}`;
}
