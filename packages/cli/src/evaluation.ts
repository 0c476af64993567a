import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  type Arm,
  createBm25,
  createClearResults,
  createControlArms,
  createCutpoint,
  createHumansAndNewest,
  createKeepNewest,
  createOracle,
  createTfIdf,
  evaluateAll,
  parseMethods,
  readTranscriptFile,
  type Row,
  summarizeRows,
  tableLines,
  type Transcript,
} from "@cutpoint/eval";
import type { Output } from "./command.ts";
import { importModule } from "./import-module.ts";

export type EvaluationOptions = {
  /** Modules that export methods. */
  readonly methods: readonly string[];
  /** Names of the methods to run; all where it is empty. */
  readonly arms: readonly string[];
  /** Only transcripts of these kinds. */
  readonly only: readonly string[];
  /** At most as many transcripts of each kind. */
  readonly sample: number | null;
  /** Budgets as shares; empty for the usual ones. */
  readonly budgets: readonly number[];
};

const VARIABLE = "CUTPOINT_TRANSCRIPTS";

/** Measures methods on transcripts and prints the tables. @returns the exit code */
export async function evaluateTranscripts(
  paths: readonly string[],
  options: EvaluationOptions,
  { print, complain }: Output,
): Promise<number> {
  const given = paths.length > 0 ? paths : environmentPaths();
  if (given.length === 0) {
    print(`Skipped: no transcript is given, and ${VARIABLE}, the folder they lie in, is not set.`);
    return 0;
  }
  const arms = await armsOf(options);
  const { budgets } = options;
  const transcripts = readTranscripts(await transcriptFiles(given), options, complain);
  const rows: Row[] = [];
  for await (const row of evaluateAll(transcripts, {
    arms,
    ...(budgets.length === 0 ? {} : { budgets }),
  }))
    rows.push(row);
  for (const line of tableLines(summarizeRows(rows))) print(line);
  return 0;
}

/** The transcripts that are asked for, each announced before it is measured. */
async function* readTranscripts(
  files: readonly string[],
  { only, sample }: EvaluationOptions,
  announce: (line: string) => void,
): AsyncGenerator<Transcript> {
  const counts = new Map<Transcript["kind"], number>();
  for (const [index, file] of files.entries()) {
    const transcript = await readTranscriptFile(file);
    const { kind, id } = transcript;
    const count = (counts.get(kind) ?? 0) + 1;
    if ((only.length > 0 && !only.includes(kind)) || (sample !== null && count > sample)) continue;
    counts.set(kind, count);
    announce(`${index + 1}/${files.length} ${id}`);
    yield transcript;
  }
}

function environmentPaths(): readonly string[] {
  const folder = process.env[VARIABLE];
  return folder === undefined || folder === "" ? [] : [folder];
}

async function transcriptFiles(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (!(await stat(path)).isDirectory()) {
      found.push(path);
      continue;
    }
    const names = (await readdir(path)).filter(
      (name) => /\.json(?:\.gz)?$/u.test(name) && name !== "index.json",
    );
    found.push(...names.toSorted().map((name) => join(path, name)));
  }
  return found;
}

async function armsOf({ methods, arms }: EvaluationOptions): Promise<readonly Arm[]> {
  const own: Arm[] = [];
  for (const path of methods) own.push(...parseMethods(await importModule(path), path));
  const all = [
    createOracle(),
    createCutpoint(),
    ...own,
    createHumansAndNewest(),
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
