import type { CaseResult } from "./run-cases.ts";

const WORDS: Readonly<Record<CaseResult["type"], string>> = {
  pass: "pass",
  fail: "FAIL",
  "not-applicable": "n/a",
  "expected-failure": "expected failure",
  "unexpected-pass": "UNEXPECTED PASS",
};

const WIDTH = Math.max(...Object.values(WORDS).map(({ length }) => length));

/** Renders a result as a line, with indented details of a failure. */
export function resultLines(result: CaseResult): readonly string[] {
  const line = `${WORDS[result.type].padEnd(WIDTH)}  ${result.id}`;
  switch (result.type) {
    case "pass":
      return [line];
    case "not-applicable":
      return [`${line}: ${result.reason}`];
    case "expected-failure":
      return [`${line}: ${result.reason}`];
    case "unexpected-pass":
      return [`${line}: passed, but is listed in expectedFailures (${result.reason})`];
    case "fail":
      return [line, ...indented([result.promise, wordsOf(result.error)])];
  }
}

/** Renders the number of results of each type in one line. */
export function countLine(results: readonly CaseResult[]): string {
  const counts = (Object.keys(WORDS) as CaseResult["type"][])
    .map((type) => ({ type, count: results.filter((result) => result.type === type).length }))
    .filter(({ count }) => count > 0)
    .map(({ type, count }) => `${count} ${WORDS[type].toLowerCase()}`);
  return counts.length === 0 ? "no cases" : counts.join(", ");
}

function indented(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split("\n").map((line) => `${" ".repeat(WIDTH + 2)}${line}`));
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.message}` : "";
  return `${error.message}${cause}`;
}
