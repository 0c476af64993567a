/** The kind of run. A resumed run continues the log of another. */
export type Expectation = { readonly resumed: boolean };

/** With fewer compactions the run would show little. */
const LEAST_COMPACTIONS = 3;

/**
 * Checks the JSON report of the demo. Returns one sentence for each problem.
 *
 * A resumed run reports only its own requests, so it needs no compaction. `resumed.entries` counts the entries of the log
 * that it continues.
 */
export function demoProblems(report: unknown, { resumed }: Expectation): readonly string[] {
  if (!isRecord(report)) return ["the report is not an object"];
  const { window, requests, compactions, refused, findings, log } = report;
  if (typeof window !== "number" || !(window > 0)) return [`window is ${show(window)}`];
  if (!isRecords(requests)) return [`requests is ${show(requests)}`];
  if (!isRecords(compactions)) return [`compactions is ${show(compactions)}`];
  return [
    ...unless(requests.length > 0, "no request was made"),
    ...requests.flatMap(({ tokens }, index) =>
      unless(
        typeof tokens === "number" && tokens > 0 && tokens <= window,
        `request ${index + 1} takes ${show(tokens)} tokens of ${window}`,
      ),
    ),
    ...unless(
      resumed || compactions.length >= LEAST_COMPACTIONS,
      `${compactions.length} compactions are fewer than ${LEAST_COMPACTIONS}`,
    ),
    ...compactions.flatMap(({ tokensBefore, tokensAfter }, index) =>
      unless(
        typeof tokensBefore === "number" &&
          typeof tokensAfter === "number" &&
          tokensAfter < tokensBefore,
        `compaction ${index + 1} went from ${show(tokensBefore)} to ${show(tokensAfter)} tokens`,
      ),
    ),
    ...unless(refused === 0, `refused is ${show(refused)}: expected 0 rejected requests`),
    ...findingProblems(findings, resumed),
    ...unless(typeof log === "string" && log !== "", `log is ${show(log)}: expected a path`),
    ...(resumed ? resumedProblems(report["resumed"]) : []),
  ];
}

function findingProblems(findings: unknown, resumed: boolean): readonly string[] {
  if (!isRecord(findings)) return [`findings is ${show(findings)}`];
  const { asked, found } = findings;
  if (typeof asked !== "number" || typeof found !== "number")
    return [`findings is ${show(findings)}`];
  return [
    ...unless(resumed || asked > 0, "no finding was asked for"),
    ...unless(found === asked, `${found} of ${asked} findings were found`),
  ];
}

function resumedProblems(resumed: unknown): readonly string[] {
  const entries = isRecord(resumed) ? resumed["entries"] : undefined;
  return unless(
    typeof entries === "number" && entries > 0,
    `resumed is ${show(resumed)}: expected the number of log entries`,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isRecords(value: unknown): value is readonly Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isRecord);
}

function show(value: unknown): string {
  return value === undefined ? "missing" : JSON.stringify(value).slice(0, 80);
}

function unless(holds: boolean, problem: string): readonly string[] {
  return holds ? [] : [problem];
}
