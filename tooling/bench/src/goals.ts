/** One row of a table of goals. */
export type Goal = {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly isReached: boolean;
};

/** A value that must not be above a limit. */
export function atMost(
  what: string,
  value: number,
  limit: number,
  show: (value: number) => string = String,
): Goal {
  return { what, goal: `≤ ${show(limit)}`, measured: show(value), isReached: value <= limit };
}

/** A value that must not be below a limit. */
export function atLeast(
  what: string,
  value: number,
  limit: number,
  show: (value: number) => string = String,
): Goal {
  return { what, goal: `≥ ${show(limit)}`, measured: show(value), isReached: value >= limit };
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function printGoals(title: string, goals: readonly Goal[]): void {
  printTable(
    title,
    ["", "goal", "measured", ""],
    goals.map(({ what, goal, measured, isReached }) => [
      what,
      goal,
      measured,
      isReached ? "pass" : "short",
    ]),
  );
}

/** Prints a Markdown table with aligned columns. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  console.log(`\n## ${title}\n`);
  console.log(line(head));
  console.log(`| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  for (const row of rows) console.log(line(row));
}
