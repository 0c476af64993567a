import {
  type CaseResult,
  countLine,
  isAsExpected,
  parseSubjects,
  resultLines,
  runSubject,
  type Subject,
} from "@cutpoint/conformance";
import type { Output } from "./command.ts";
import { importModule } from "./import-module.ts";

export type ProofOptions = {
  /** Print failures and totals only. */
  readonly quiet: boolean;
  readonly only?: readonly string[];
};

/** Runs the conformance suite for the subjects of some modules and returns the exit code. */
export async function proveConformance(
  modules: readonly string[],
  { quiet, only }: ProofOptions,
  { print, printError }: Output,
): Promise<number> {
  const results: CaseResult[] = [];
  try {
    const subjects = await readSubjects(modules);
    for (const [index, subject] of subjects.entries()) {
      print(`${index === 0 ? "" : "\n"}${subject.name} (${subject.type})`);
      const ran = await runSubject(subject, {
        ...(only === undefined ? {} : { only }),
        onResult: (result) => {
          if (!quiet || !isAsExpected(result)) for (const line of resultLines(result)) print(line);
        },
      });
      print(countLine(ran));
      results.push(...ran);
    }
    if (subjects.length > 1) print(`\nTotal: ${countLine(results)}`);
  } catch (error) {
    printError(`cutpoint: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  return results.every(isAsExpected) ? 0 : 1;
}

async function readSubjects(modules: readonly string[]): Promise<readonly Subject[]> {
  const found: Subject[] = [];
  for (const path of modules) {
    const { subjects } = await importModule(path);
    if (subjects === undefined)
      throw new Error(
        `${path} does not export subjects: add export const subjects = [{ type: "adapter", name: "…", rig }]`,
      );
    try {
      found.push(...parseSubjects(subjects));
    } catch (error) {
      throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
  return found;
}
