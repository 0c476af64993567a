import type { SqlResult, SqlStatement, SqlValue } from "./driver.ts";

/** Work on a database. It yields statements and receives their results, so one program serves both kinds of drivers. */
export type Steps<Result> = Generator<SqlStatement, Result, SqlResult>;

/** Creates a statement to yield. */
export function sql(query: string, ...parameters: readonly SqlValue[]): SqlStatement {
  return { query, parameters };
}

/** Runs work on a driver that answers at once. */
export function runSteps<Result>(
  steps: Steps<Result>,
  execute: (statement: SqlStatement) => SqlResult,
): Result {
  let step = steps.next();
  while (step.done !== true) {
    let result: SqlResult;
    try {
      result = execute(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(result);
  }
  return step.value;
}

/** Runs work on a driver that answers with promises. */
export async function runStepsAsync<Result>(
  steps: Steps<Result>,
  execute: (statement: SqlStatement) => Promise<SqlResult>,
): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) {
    let result: SqlResult;
    try {
      result = await execute(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(result);
  }
  return step.value;
}
