import { readFile } from "node:fs/promises";
import {
  type AskModel,
  createRecordedModel,
  type EvaluateOptions,
  parseProbes,
  probeLines,
  type ProbedCut,
  type ProbeRow,
  runProbes,
  summarizeProbes,
} from "@cutpoint/eval";
import type { Output } from "./command.ts";
import { importModule } from "./import-module.ts";
import { readTranscripts, type Selection } from "./transcript-files.ts";

export type ProbeFlags = {
  /** File of probes. */
  readonly probes: string;
  /** Module that exports `reader`, and optionally `grader`. `null`: only recorded answers. */
  readonly reader: string | null;
  /** Folder of recorded prompts and answers. */
  readonly answers: string;
  /** Size of a view in tokens. */
  readonly tokens: number;
};

/** Asks a reader about the view of each method at each probed cut, and prints a table. */
export async function askProbes(
  paths: readonly string[],
  chosen: Required<Pick<EvaluateOptions, "arms" | "recorded">>,
  options: Selection & ProbeFlags & { readonly json: boolean; readonly rounds: number | null },
  { print, printError }: Output,
): Promise<number> {
  const cuts = await readProbes(options.probes);
  const { grader, reader } = await readersOf(options.reader);
  const asked = {
    ...chosen,
    budgetTokens: options.tokens,
    rounds: options.rounds ?? 1,
    reader: createRecordedModel(options.answers, reader),
    grader: createRecordedModel(options.answers, grader),
  };
  const rows: ProbeRow[] = [];
  const transcripts = readTranscripts(paths, options, printError);
  for await (const row of runProbes(transcripts, cuts, asked)) rows.push(row);
  const missing = cuts.filter((cut) => rows.every((row) => row.transcript !== cut.transcript));
  for (const { transcript } of missing)
    printError(`${options.probes}: no transcript has the id ${JSON.stringify(transcript)}`);
  const summaries = summarizeProbes(rows);
  for (const text of options.json
    ? [JSON.stringify(summaries, null, 2)]
    : [...probeLines(summaries), ...waitingLines(rows, options.answers)])
    print(text);
  return missing.length === 0 ? 0 : 2;
}

function waitingLines(rows: readonly ProbeRow[], folder: string): readonly string[] {
  const ungraded = rows.filter(({ grade }) => grade === null);
  if (ungraded.length === 0) return [];
  const unread = ungraded.filter(({ answer }) => answer === null).length;
  return [
    "",
    `${ungraded.length} of ${rows.length} answers have no grade; ${unread} are not read yet.`,
    `For each <name>.prompt.md without <name>.answer.md in ${folder}, write the answer and run the command again.`,
  ];
}

async function readProbes(file: string): Promise<readonly ProbedCut[]> {
  const text = await readFile(file, "utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON: expected a file of probes`);
  }
  return parseProbes(value, file);
}

async function readersOf(
  path: string | null,
): Promise<{ readonly reader: AskModel | null; readonly grader: AskModel | null }> {
  if (path === null) return { reader: null, grader: null };
  const { reader, grader = reader } = await importModule(path);
  if (!isAskModel(reader) || !isAskModel(grader))
    throw new Error(
      `${path} exports no reader: add export const reader = async (prompt) => "the model's answer"`,
    );
  return { reader, grader };
}

function isAskModel(value: unknown): value is AskModel {
  return typeof value === "function";
}
