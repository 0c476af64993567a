import { CutpointError } from "@cutpoint/core";
import type { ConformanceCase } from "./conformance-case.ts";

/** Result of a case. */
export type CaseResult = {
  readonly id: string;
  readonly promise: string;
  readonly elapsedMs: number;
} & (
  | { readonly type: "pass" }
  | { readonly type: "fail"; readonly error: unknown }
  | { readonly type: "not-applicable"; readonly reason: string }
  /** Failed, as listed in `expectedFailures`. */
  | { readonly type: "expected-failure"; readonly reason: string; readonly error: unknown }
  /** Passed, although it is listed in `expectedFailures`. */
  | { readonly type: "unexpected-pass"; readonly reason: string }
);

/** Reasons of known failures, by case id. */
export type ExpectedFailures = Readonly<Record<string, string>>;

export type ConformanceOptions = {
  /** Cases that are known to fail, with a reason by id. A listed case that passes fails the run. */
  readonly expectedFailures?: ExpectedFailures;
};

export type RunOptions = ConformanceOptions & {
  /** Ids of the cases to run. Default: all. */
  readonly only?: readonly string[];
  /** A case fails after this time. Default: 60,000. */
  readonly timeoutMs?: number;
  readonly onResult?: (result: CaseResult) => void;
};

/** In ms. A case can write thousands of entries one by one to a slow disk. */
export const CASE_TIMEOUT = 60_000;

/**
 * Runs cases one after the other. A case that does not end in time fails, and the next one runs.
 *
 * @throws `invalid-input` if an id in `expectedFailures` or `only` is unknown
 */
export async function runCases<Rig>(
  cases: readonly ConformanceCase<Rig>[],
  rig: Rig,
  { expectedFailures = {}, only, timeoutMs = CASE_TIMEOUT, onResult = () => {} }: RunOptions = {},
): Promise<readonly CaseResult[]> {
  assertKnown("expectedFailures", Object.keys(expectedFailures), cases);
  assertKnown("only", only ?? [], cases);
  const results: CaseResult[] = [];
  for (const each of cases) {
    if (only !== undefined && !only.includes(each.id)) continue;
    const limited = { ...each, run: () => withinTime(each.run(rig), timeoutMs) };
    const result = await runCase(limited, rig, expectedFailures[each.id]);
    results.push(result);
    onResult(result);
  }
  return results;
}

/** Rejects if a run does not end in time. The run itself cannot be stopped. */
async function withinTime(run: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the case did not end within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    await Promise.race([run, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns whether a result is neither a failure nor an unexpected pass. */
export function isAsExpected({ type }: CaseResult): boolean {
  return type !== "fail" && type !== "unexpected-pass";
}

/** @throws `invalid-input` if an id is unknown */
export function assertKnown(
  field: string,
  ids: readonly string[],
  cases: readonly { readonly id: string }[],
): void {
  for (const id of ids)
    if (!cases.some((each) => each.id === id))
      throw new CutpointError(
        "invalid-input",
        `${field} contains ${JSON.stringify(id)}: expected one of ${cases.map((each) => each.id).join(", ")}`,
      );
}

async function runCase<Rig>(
  { id, promise, notApplicable, run }: ConformanceCase<Rig>,
  rig: Rig,
  expected: string | undefined,
): Promise<CaseResult> {
  const started = performance.now();
  const done = <Result>(result: Result): Result & Omit<CaseResult, "type"> => ({
    id,
    promise,
    elapsedMs: performance.now() - started,
    ...result,
  });
  const reason = notApplicable?.(rig) ?? null;
  if (reason !== null) return done({ type: "not-applicable", reason } as const);
  try {
    await run(rig);
  } catch (error) {
    return expected === undefined
      ? done({ type: "fail", error } as const)
      : done({ type: "expected-failure", reason: expected, error } as const);
  }
  return expected === undefined
    ? done({ type: "pass" } as const)
    : done({ type: "unexpected-pass", reason: expected } as const);
}
