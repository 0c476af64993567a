import { parseArgs } from "node:util";
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
import type { Command } from "./parse-command.ts";

const HELP = `Usage: cutpoint conformance <module...> [--case <id>]... [--quiet]

cutpoint conformance runs the conformance suite. Each module exports \`subjects\`, a list of
{ type, name, rig, expectedFailures? }. The type is store, searchable-store, evictable-store,
erasable-store, state-store, estimator, summarizer, reader or adapter.
Example: cutpoint conformance ./my-subjects.ts

  --case <id>        run only this case (repeatable)
  --quiet            print failures and totals only`;

type ProofOptions = {
  /** Print failures and totals only. */
  readonly quiet: boolean;
  readonly only: readonly string[] | undefined;
};

/** Runs the conformance suite for the subjects of some modules. */
export const conformanceCommand: Command = {
  help: HELP,
  async run(values, output) {
    const { values: flags, positionals: modules } = parseArgs({
      args: [...values],
      allowPositionals: true,
      options: {
        case: { type: "string", multiple: true },
        quiet: { type: "boolean", default: false },
      },
    });
    if (modules.length === 0)
      throw new Error("conformance needs the path of a module with subjects");
    const subjects = await readSubjects(modules);
    return proveConformance(subjects, { quiet: flags.quiet, only: flags.case }, output);
  },
};

async function proveConformance(
  subjects: readonly Subject[],
  { quiet, only }: ProofOptions,
  { print }: Output,
): Promise<number> {
  const results: CaseResult[] = [];
  for (const [index, subject] of subjects.entries()) {
    print(`${index === 0 ? "" : "\n"}${subject.name} (${subject.type})`);
    const ran = await runSubject(subject, {
      ...(only === undefined ? {} : { only }),
      onResult: (result) => {
        if (!quiet || !isAsExpected(result)) for (const line of resultLines(result)) print(line);
      },
    }).catch(nameFlag);
    print(countLine(ran));
    results.push(...ran);
  }
  if (subjects.length > 1) print(`\nTotal: ${countLine(results)}`);
  return results.every(isAsExpected) ? 0 : 1;
}

/** Rethrows an error. One about the option `only` names the flag that it comes from. */
function nameFlag(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  throw new Error(error.message.replace(/^only contains/u, "--case is"), { cause: error });
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
