import type { MeasureName } from "../run/row.ts";
import type { Summary } from "../run/summarize-rows.ts";

const COLUMNS: readonly (readonly [title: string, measure: MeasureName])[] = [
  ["Q", "quality"],
  ["total", "total"],
  ["weighted", "weighted"],
  ["far", "far"],
  ["relation", "relation"],
  ["user", "user"],
  ["last", "lastUser"],
  ["rare", "rareWords"],
  ["evidence", "evidence"],
  ["fabr.", "fabricated"],
];

/** The means as lines of a plain table, in per cent: a block for each kind and budget. */
export function tableLines(summaries: readonly Summary[]): readonly string[] {
  const blocks = Map.groupBy(summaries, ({ kind, share }) => `${kind} ${share}`);
  return [...blocks.values()].flatMap((block) => {
    const [first] = block;
    if (first === undefined) return [];
    const columns = COLUMNS.filter(([, name]) =>
      block.some(({ measures }) => measures[name] !== null),
    );
    const titles = [...columns.map(([title]) => title), "invalid", "ms/100k"];
    const cells = block.map((summary) => [
      ...columns.map(([, name]) => percent(summary.measures[name])),
      percent(summary.invalid),
      summary.pace.toFixed(0),
    ]);
    return [
      "",
      `${first.kind}, ${budgetText(first.share)}, ${first.cuts} cuts`,
      row("", titles),
      ...block.map(({ method, role }, index) =>
        row(role === "method" ? method : `${method} (${role})`, cells[index] ?? []),
      ),
    ];
  });
}

/** A budget in words. */
function budgetText(share: number | null): string {
  return share === null
    ? "at the budget of the recorded summary"
    : `budget ${percent(share)} % of the history`;
}

/** A share in per cent with one digit after the point. */
function percent(share: number | null): string {
  return share === null ? "–" : (100 * share).toFixed(1);
}

function row(title: string, cells: readonly string[]): string {
  return `${title.padEnd(28)}${cells.map((cell) => cell.padStart(9)).join("")}`;
}
