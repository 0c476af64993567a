/** What a run of the demo must show; `resumed` for one that goes on with the log of another. */
export type Expectation = { readonly resumed: boolean };

/** A conversation that never outgrew its window would prove nothing. */
const LEAST_COMPACTIONS = 3;

/**
 * What is wrong with the JSON that the demo prints, one sentence each.
 *
 * A resumed run reports on its own requests only, so it need not compact again; what it goes on with is counted in
 * `resumed.entries`.
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
    ...unless(refused === 0, `refused is ${show(refused)}: the provider should take every request`),
    ...findingProblems(findings, resumed),
    ...unless(typeof log === "string" && log !== "", `log is ${show(log)}: it should be a path`),
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
    `resumed is ${show(resumed)}: it should count the entries of the log`,
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
