import { writeFile } from "node:fs/promises";
import {
  type Arm,
  createBm25,
  createClearResults,
  createControlArms,
  createCutpoint,
  createCutpointSession,
  createUserTextAndNewest,
  createKeepNewest,
  createOracle,
  createTfIdf,
  type EvaluateOptions,
  evaluateAll,
  judge,
  parseMethods,
  RECORDED_ARMS,
  reportPage,
  type Row,
  type Summary,
  summarizeRows,
  tableLines,
  tallyLines,
  verdictLines,
  winningControls,
} from "@cutpoint/eval";
import type { Output } from "./command.ts";
import { importModule } from "./import-module.ts";
import { oneOf } from "./parse-command.ts";
import { askProbes, type ProbeFlags } from "./probe-run.ts";
import { readTranscripts, type Selection } from "./transcript-files.ts";

export type EvaluationOptions = Selection & {
  /** Paths of modules that export methods, summarizers or policies. */
  readonly methods: readonly string[];
  /** Names of the methods to run. Empty: all. */
  readonly arms: readonly string[];
  /** Budgets as shares. Empty: the defaults. */
  readonly budgets: readonly number[];
  /** Compactions in a row, measured in addition to a single one. `null`: none. */
  readonly rounds: number | null;
  /** Method that is compared with the goals. */
  readonly judge: string;
  /** Print the kept anchors by type and origin. */
  readonly details: boolean;
  /** Print the means as JSON instead of the tables. */
  readonly json: boolean;
  /** File of the HTML page. `null`: none. */
  readonly html: string | null;
  /** Ask a reader instead of counting anchors. `null`: count. */
  readonly probes: ProbeFlags | null;
};

const VARIABLE = "CUTPOINT_TRANSCRIPTS";

/** Method that is compared with the goals by default. */
export const DEFAULT_JUDGE = "cutpoint";

/**
 * Measures methods on transcripts and prints the tables.
 *
 * Returns the exit code. It is 1 if a control arm wins, because the measures are broken then.
 */
export async function evaluateTranscripts(
  paths: readonly string[],
  options: EvaluationOptions,
  output: Output,
): Promise<number> {
  const { print, printError } = output;
  const given = paths.length > 0 ? paths : environmentPaths();
  if (given.length === 0) {
    print(`Skipped: pass a transcript, or set ${VARIABLE} to a folder of transcripts.`);
    return 0;
  }
  const { arms, recorded } = await chosenArms(options);
  assertJudge(options.judge, [...arms.map(({ name }) => name), ...recorded]);
  const { budgets, probes, rounds } = options;
  if (probes !== null)
    return askProbes(
      given,
      { arms: readableArms(arms), recorded },
      { ...options, ...probes },
      output,
    );
  const rows: Row[] = [];
  const transcripts = readTranscripts(given, options, printError);
  for await (const row of evaluateAll(transcripts, {
    arms,
    recorded,
    ...(budgets.length === 0 ? {} : { budgets }),
    ...(rounds === null ? {} : { rounds: [1, rounds] }),
  }))
    rows.push(row);
  if (options.html !== null)
    await writeFile(
      options.html,
      reportPage({ summaries: summarizeRows(rows), judged: options.judge }),
    );
  return report(rows, options, print);
}

type ReportOptions = Pick<EvaluationOptions, "details"> & {
  readonly judged: string;
  readonly winners: ReturnType<typeof winningControls>;
};

function report(
  rows: readonly Row[],
  { judge: judged, details, json }: EvaluationOptions,
  print: (line: string) => void,
): number {
  const summaries = summarizeRows(rows);
  const winners = winningControls(summaries, judged);
  const lines = json
    ? [JSON.stringify(summaries, null, 2)]
    : reportLines(rows, summaries, { judged, details, winners });
  for (const line of lines) print(line);
  return winners.length === 0 ? 0 : 1;
}

function reportLines(
  rows: readonly Row[],
  summaries: readonly Summary[],
  { judged, details, winners }: ReportOptions,
): readonly string[] {
  const methods = [
    ...new Set(rows.flatMap(({ method, role }) => (role === "control" ? [] : [method]))),
  ];
  return [
    ...tableLines(summaries),
    ...(details
      ? [...tallyLines(rows, "byType", methods), ...tallyLines(rows, "byOrigin", methods)]
      : []),
    ...failureLines(rows),
    ...verdictLines(judged, judge(summaries, judged)),
    ...winners.map(
      ({ method, kind }) => `${method} is above ${judged} (${kind}): the measures are not reliable`,
    ),
  ];
}

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
  return ["", "Invalid results:", ...counts.map(([why, { length }]) => `${length} × ${why}`)];
}

function environmentPaths(): readonly string[] {
  const folder = process.env[VARIABLE];
  return folder === undefined || folder === "" ? [] : [folder];
}

/** The default may be missing, since `--arm` can leave it out. */
function assertJudge(name: string, arms: readonly string[]): void {
  if (name !== DEFAULT_JUDGE) oneOf("--judge", name, arms);
}

/** Without the methods that know the future, must lose, or have a window of their own size. */
function readableArms(arms: readonly Arm[]): readonly Arm[] {
  return arms.filter(({ role }) => role === "method");
}

/** Returns the methods to run, and the names of those that a recorded summary adds. */
async function chosenArms({
  methods,
  arms,
}: EvaluationOptions): Promise<Required<Pick<EvaluateOptions, "arms" | "recorded">>> {
  const own: Arm[] = [];
  for (const path of methods) own.push(...parseMethods(await importModule(path), path));
  const all = [
    createOracle(),
    createCutpoint(),
    createCutpointSession(),
    ...own,
    createUserTextAndNewest(),
    createClearResults(),
    createBm25(),
    createTfIdf(),
    createKeepNewest(),
    ...createControlArms(),
  ];
  const known = [...all.map(({ name }) => name), ...RECORDED_ARMS];
  for (const name of arms) oneOf("--arm", name, known);
  const chosen = arms.length === 0 ? known : arms;
  return {
    arms: all.filter(({ name }) => chosen.includes(name)),
    recorded: RECORDED_ARMS.filter((name) => chosen.includes(name)),
  };
}
