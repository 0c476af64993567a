/** Counts by unit: files, lines, bytes, values or types. */
export type Counts = Readonly<Record<string, number>>;

/** The limits of a subject. A raise names the record in `docs/decisions` that explains it. */
export type Limits = Readonly<
  Record<string, { readonly limits: Counts; readonly decision?: string }>
>;

/** How far a limit may be above what is measured. */
const SLACK = 0.02;

/** How far what is measured may be above its limit: a word or a secret format adds a few bytes to each bundle. Default: 0. */
const GROWTH: Counts = { bytes: 0.005, laterBytes: 0.005 };

/** Finds counts above their limits, and limits above what is measured. Both directions fail, so limits follow each cut. */
export function limitProblems(
  limits: Limits,
  measured: Readonly<Record<string, Counts>>,
): readonly string[] {
  const subjects = new Set([...Object.keys(limits), ...Object.keys(measured)]);
  return [...subjects].flatMap((subject) => {
    const max = limits[subject]?.limits;
    const counts = measured[subject];
    if (max === undefined) return [`${subject} has no limit`];
    if (counts === undefined) return [`${subject} has a limit, but does not exist`];
    return Object.entries(counts).flatMap(([unit, count]) => {
      const limit = max[unit] ?? 0;
      if (count > limit + limit * (GROWTH[unit] ?? 0))
        return [`${subject}: ${count} ${unit}, above the limit of ${limit}`];
      return limit > count * (1 + SLACK)
        ? [`${subject}: ${count} ${unit}, more than 2 % below the limit of ${limit}: lower it`]
        : [];
    });
  });
}

/**
 * Finds units whose limits grew in sum. A subject that names another decision than before may grow.
 *
 * @param isDecision whether a record with this number exists
 */
export function raiseProblems(
  before: Limits,
  after: Limits,
  isDecision: (number: string) => boolean,
): readonly string[] {
  const growth: Record<string, number> = {};
  const raised: Record<string, string[]> = {};
  for (const subject of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const { decision, limits = {} } = after[subject] ?? {};
    const old = before[subject]?.limits ?? {};
    const isExplained =
      decision !== undefined && decision !== before[subject]?.decision && isDecision(decision);
    for (const unit of new Set([...Object.keys(old), ...Object.keys(limits)])) {
      const added = (limits[unit] ?? 0) - (old[unit] ?? 0);
      if (added > 0 && isExplained) continue;
      growth[unit] = (growth[unit] ?? 0) + added;
      if (added > 0) (raised[unit] ??= []).push(`${subject} +${added}`);
    }
  }
  return Object.entries(growth)
    .filter(([, added]) => added > 0)
    .map(
      ([unit, added]) =>
        `limits grew by ${added} ${unit} (${raised[unit]?.join(", ")}): expected an equal cut, or the number of a decision`,
    );
}

/** Returns limits that equal what is measured. Subjects that grew name the decision, if one is given. */
export function updatedLimits(
  before: Limits,
  measured: Readonly<Record<string, Counts>>,
  decision?: string,
): Limits {
  const rows = Object.entries(measured).map(([subject, limits]) => {
    const old = before[subject];
    const grew = Object.entries(limits).some(([unit, count]) => count > (old?.limits[unit] ?? 0));
    const named = (grew ? decision : undefined) ?? old?.decision;
    return [subject, { limits, ...(named !== undefined && { decision: named }) }] as const;
  });
  return Object.fromEntries(rows);
}
