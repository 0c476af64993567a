/** The size of a part or an entry, and other problems. */
export type Size = {
  readonly subject: string;
  readonly counts: readonly {
    readonly unit: string;
    readonly reached: number;
    /** The check fails above it. */
    readonly max: number;
    /** The goal, if it is below `max`. */
    readonly goal?: number;
  }[];
  readonly problems: readonly string[];
};

/** Returns whether all counts are within their limits and there are no problems. */
export function isWithinLimits({ counts, problems }: Size): boolean {
  return problems.length === 0 && counts.every(({ reached, max }) => reached <= max);
}

/** Renders a size as a line, for example `pass  core: 83 of 85 files, 7312 of 7400 lines`. */
export function renderSize(size: Size): string {
  const counts = size.counts.map(renderCount);
  const parts = [...counts, ...size.problems];
  return `${isWithinLimits(size) ? "pass" : "FAIL"}  ${size.subject}: ${parts.join(", ")}`;
}

function renderCount({ unit, reached, max, goal = max }: Size["counts"][number]): string {
  const short = reached > goal ? `, short of the goal of ${goal}` : "";
  return `${reached} of ${max} ${unit}${short}`;
}
