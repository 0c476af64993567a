const DECLARATION =
  /^(export )?(?:declare )?(?:abstract )?(class|const|enum|function|interface|let|type|var) ([\w$]+)/;
const RENAMED = /^export \{ ([\w$]+) as ([\w$]+) \}/;

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
