import { writeFile } from "node:fs/promises";
import {
  type Arm,
  createBm25,
  createClearResults,
  createControlArms,
  createCutpoint,
  createUserTextAndNewest,
  createKeepNewest,
  createOracle,
  createTfIdf,
  evaluateAll,
  inspectCut,
  judge,
  parseMethods,
  reportPage,
  type Row,
  summarizeRows,
  tableLines,
  tallyLines,
  type Transcript,
  verdictLines,
  winningControls,
} from "@cutpoint/eval";
import type { Output } from "./command.ts";
import { importModule } from "./import-module.ts";
import { readTranscripts, type Selection } from "./transcript-files.ts";

export type EvaluationOptions = Selection & {
  /** Modules that export methods, summarizers or policies. */
  readonly methods: readonly string[];
  /** Names of the methods to run; all where it is empty. */
  readonly arms: readonly string[];
  /** Budgets as shares; empty for the usual ones. */
  readonly budgets: readonly number[];
  /** Compactions in a row that are tried beside a single one; `null` for none. */
  readonly rounds: number | null;
  /** The method that is held against the goals. */
  readonly judge: string;
  /** Whether to print what is kept by type and origin. */
  readonly details: boolean;
  /** Where to write the page; `null` for none. */
  readonly html: string | null;
  /** The id of the transcript that the page shows; `null` for the first. */
  readonly inspect: string | null;
};

/** The budget of the cut that the page shows. */
const INSPECTED_SHARE = 0.1;

const VARIABLE = "CUTPOINT_TRANSCRIPTS";

/**
 * Measures methods on transcripts and prints the tables.
 *
 * @returns the exit code: 1 where a control arm wins, since the measures are of no use then
 */
export async function evaluateTranscripts(
  paths: readonly string[],
  options: EvaluationOptions,
  { print, printError }: Output,
): Promise<number> {
  const given = paths.length > 0 ? paths : environmentPaths();
  if (given.length === 0) {
    print(`Skipped: no transcript is given, and ${VARIABLE}, the folder they lie in, is not set.`);
    return 0;
  }
  const arms = await armsOf(options);
  const { budgets, rounds } = options;
  const rows: Row[] = [];
  let shown: Transcript | null = null;
  const transcripts = readTranscripts(given, options, (transcript, line) => {
    printError(line);
    if (isRather(transcript, shown, options.inspect)) shown = transcript;
  });
  for await (const row of evaluateAll(transcripts, {
    arms,
    ...(budgets.length === 0 ? {} : { budgets }),
    ...(rounds === null ? {} : { rounds: [1, rounds] }),
  }))
    rows.push(row);
  if (options.html !== null) await writePage(options.html, { rows, arms, shown }, options);
  return report(rows, options, print);
}

/** The page shows the transcript that is asked for, else the first, a coding one where there is one. */
function isRather(transcript: Transcript, shown: Transcript | null, asked: string | null): boolean {
  if (asked !== null) return transcript.id === asked;
  return shown === null || (shown.kind !== "coding" && transcript.kind === "coding");
}

type Measured = {
  readonly rows: readonly Row[];
  readonly arms: readonly Arm[];
  /** The transcript that the page shows. */
  readonly shown: Transcript | null;
};

async function writePage(
  file: string,
  { arms, rows, shown }: Measured,
  { judge: judged, inspect }: EvaluationOptions,
): Promise<void> {
  if (inspect !== null && shown === null)
    throw new Error(
      `--inspect is ${JSON.stringify(inspect)}: it should be the id of a transcript that is measured`,
    );
  const arm = arms.find(({ name }) => name === judged) ?? arms[0];
  const inspection =
    shown === null || arm === undefined ? null : await inspectCut(shown, arm, INSPECTED_SHARE);
  await writeFile(file, reportPage({ summaries: summarizeRows(rows), judged, inspection }));
}

function report(
  rows: readonly Row[],
  { judge: judged, details }: EvaluationOptions,
  print: (line: string) => void,
): number {
  const summaries = summarizeRows(rows);
  const winners = winningControls(summaries, judged);
  const methods = [
    ...new Set(rows.flatMap(({ method, role }) => (role === "control" ? [] : [method]))),
  ];
  const lines = [
    ...tableLines(summaries),
    ...(details
      ? [...tallyLines(rows, "byType", methods), ...tallyLines(rows, "byOrigin", methods)]
      : []),
    ...failureLines(rows),
    ...verdictLines(judged, judge(summaries, judged)),
    ...winners.map(
      ({ method, kind }) => `${method} is not below ${judged} (${kind}): a control arm must lose`,
    ),
  ];
  for (const line of lines) print(line);
  return winners.length === 0 ? 0 : 1;
}

/** Why results count as nothing, the most frequent first. */
function failureLines(rows: readonly Row[]): readonly string[] {
  const reasons = rows.flatMap(({ method, violations, error }) =>
    [...violations, ...(error === null ? [] : [error.replaceAll(/\d+/gu, "…")])].map(
      (why) => `${method}: ${why}`,
    ),
  );
  const counts = [...Map.groupBy(reasons, (reason) => reason)].toSorted(
    (a, b) => b[1].length - a[1].length,
  );
  if (counts.length === 0) return [];
  return [
    "",
    "Results that count as nothing:",
    ...counts.map(([why, { length }]) => `${length} × ${why}`),
  ];
}

function environmentPaths(): readonly string[] {
  const folder = process.env[VARIABLE];
  return folder === undefined || folder === "" ? [] : [folder];
}

async function armsOf({ methods, arms }: EvaluationOptions): Promise<readonly Arm[]> {
  const own: Arm[] = [];
  for (const path of methods) own.push(...parseMethods(await importModule(path), path));
  const all = [
    createOracle(),
    createCutpoint(),
    ...own,
    createUserTextAndNewest(),
    createClearResults(),
    createBm25(),
    createTfIdf(),
    createKeepNewest(),
    ...createControlArms(),
  ];
  const unknown = arms.find((name) => !all.some((arm) => arm.name === name));
  if (unknown !== undefined)
    throw new Error(
      `there is no method ${JSON.stringify(unknown)}: there are ${all.map(({ name }) => name).join(", ")}`,
    );
  return arms.length === 0 ? all : all.filter(({ name }) => arms.includes(name));
}
