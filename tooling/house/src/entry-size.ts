import type { EntryLimit } from "./size-limits.ts";
import type { Size } from "./size.ts";

const DECLARATION =
  /^(export )?(?:declare )?(?:abstract )?(class|const|enum|function|interface|let|type|var) ([\w$]+)/;
const RENAMED = /^export \{ ([\w$]+) as ([\w$]+) \}/;

/** Counts the values and types in the API report of an entry. */
export function entrySize(limit: EntryLimit, report: string | null): Size {
  const names = exportedNames(report ?? "");
  return {
    subject: `entry ${limit.report}`,
    counts: [
      { unit: "values", reached: names.values.size, max: limit.maxValues },
      { unit: "types", reached: names.types.size, max: limit.maxTypes },
    ],
    problems: report === null ? [`${limit.report} has no report`] : [],
  };
}

/** Reads the names of an API report. Overloads count once, and a class is a value. */
export function exportedNames(report: string): {
  readonly values: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
} {
  const values = new Set<string>();
  const types = new Set<string>();
  const local = new Map<string, Set<string>>();
  for (const line of report.split("\n")) {
    const [, exported, keyword = "", name = ""] = DECLARATION.exec(line) ?? [];
    const names = keyword === "type" || keyword === "interface" ? types : values;
    if (exported !== undefined) names.add(name);
    else if (name !== "") local.set(name, names);
    const [, inner = "", outer = ""] = RENAMED.exec(line) ?? [];
    if (outer !== "") (local.get(inner) ?? values).add(outer);
  }
  return { values, types };
}
