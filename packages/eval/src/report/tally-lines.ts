import type { Row, Tally } from "../run/row.ts";
import { budgetText, line, percent } from "./table.ts";

/** Renders the share of needed anchors that each method keeps, by type or origin. */
export function tallyLines(
  rows: readonly Row[],
  by: "byType" | "byOrigin",
  methods: readonly string[],
): readonly string[] {
  const counted = rows.filter(({ rounds, method }) => rounds === 1 && methods.includes(method));
  const blocks = Map.groupBy(counted, ({ kind, share }) => `${kind}, ${budgetText(share)}`);
  return [...blocks].flatMap(([title, block]) => {
    const keys = [...new Set(block.flatMap((row) => Object.keys(row[by])))].toSorted();
    if (keys.length === 0) return [];
    const byMethod = Map.groupBy(block, ({ method }) => method);
    const tallies = keys.map((key) => ({
      key,
      cells: [...byMethod.values()].map((own) => sumOf(own, by, key)),
    }));
    return [
      "",
      `${title}: needed anchors by ${by === "byType" ? "type" : "origin"}, kept in percent`,
      line("", ["needed", ...byMethod.keys()], WIDTH),
      ...tallies.map(({ key, cells }) =>
        line(key, [String(cells[0]?.needed ?? 0), ...cells.map(shareText)], WIDTH),
      ),
    ];
  });
}

const WIDTH = 19;

function shareText({ needed, kept }: Tally): string {
  return needed === 0 ? "–" : percent(kept / needed);
}

function sumOf(rows: readonly Row[], by: "byType" | "byOrigin", key: string): Tally {
  let needed = 0;
  let kept = 0;
  for (const row of rows) {
    const tally = (row[by] as Readonly<Record<string, Tally | undefined>>)[key];
    needed += tally?.needed ?? 0;
    kept += tally?.kept ?? 0;
  }
  return { needed, kept };
}
