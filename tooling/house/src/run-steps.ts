import { availableParallelism } from "node:os";
import type { CommandResult } from "./run-command.ts";

/** A named step. */
export type Step = { readonly name: string; readonly run: () => Promise<CommandResult> };

/**
 * Runs steps in parallel, one per core. Prints a line for each, and the output of failed steps at the end.
 *
 * @returns whether all steps succeeded
 */
export async function runSteps(
  steps: readonly Step[],
  print: (line: string) => void = console.log,
): Promise<boolean> {
  const width = Math.max(...steps.map(({ name }) => name.length));
  const failed: string[] = [];
  const waiting = [...steps];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { ok, elapsedMs, output } = await step.run();
      const seconds = (elapsedMs / 1000).toFixed(1).padStart(5);
      print(`${ok ? "pass" : "FAIL"}  ${step.name.padEnd(width)}  ${seconds} s`);
      if (!ok) failed.push(`\n${step.name} failed:\n${output.trimEnd()}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  for (const text of failed) print(text);
  return failed.length === 0;
}
