import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { invalidInput } from "@cutpoint/core/kit";
import { readTranscriptFile, type Transcript, type TranscriptKind } from "@cutpoint/eval";
import { isCommandFailure } from "./command-failure.ts";
import { isFolder } from "./path-stats.ts";
import { assertUserMessage, readInput } from "./read-input.ts";
import { sessionTranscripts } from "./session-transcripts.ts";

export type Selection = {
  /** Kinds to include. Empty: all. */
  readonly only: readonly string[];
  /** Projects to include, or to exclude with a leading `!`. Empty: all. */
  readonly projects: readonly string[];
  /** Maximum number of transcripts of each kind. `null`: all. */
  readonly sample: number | null;
};

const KINDS: readonly TranscriptKind[] = ["coding", "service", "chat", "recorded"];

/** Reads the selected transcripts and announces each one. */
export async function* readTranscripts(
  paths: readonly string[],
  { only, projects, sample }: Selection,
  announce: (line: string) => void,
): AsyncGenerator<Transcript> {
  const strange = only.find((kind) => !KINDS.some((known) => known === kind));
  if (strange !== undefined) throw invalidInput("--only", strange, `expected ${KINDS.join(", ")}`);
  const files = await transcriptFiles(paths);
  const counts = new Map<TranscriptKind, number>();
  const found = new Set<string>();
  for (const [index, file] of files.entries()) {
    for (const transcript of await transcriptsIn(file)) {
      const { kind, id, project } = transcript;
      const count = (counts.get(kind) ?? 0) + 1;
      found.add(project);
      if (only.length > 0 && !only.includes(kind)) continue;
      if (!isChosen(project, projects) || (sample !== null && count > sample)) continue;
      counts.set(kind, count);
      announce(`${index + 1}/${files.length} ${id}`);
      yield transcript;
    }
  }
  assertProjects(projects, found);
}

/** The projects that an error lists. */
const MOST_LISTED = 20;

/** @throws if a project is named that no transcript has, such as the start of a file name */
function assertProjects(named: readonly string[], found: ReadonlySet<string>): void {
  const unknown = named.find((name) => !found.has(name.replace(/^!/u, "")));
  if (unknown === undefined) return;
  const known = [...found].toSorted().slice(0, MOST_LISTED).join(", ");
  throw invalidInput("--project", unknown, `expected a project of: ${known}`);
}

/** Reads a transcript, or a session of any format. The error is that of a transcript if the file is neither. */
export async function transcriptsIn(file: string): Promise<readonly Transcript[]> {
  if (file.endsWith(".jsonl")) return transcriptsOfSession(file);
  try {
    return [await readTranscriptFile(file)];
  } catch (error) {
    return transcriptsOfSession(file).catch((reason: unknown) => {
      throw isCommandFailure(reason) ? reason : error;
    });
  }
}

async function transcriptsOfSession(file: string): Promise<readonly Transcript[]> {
  const session = await readInput(file, { printError: () => {} });
  assertUserMessage(session, file);
  return sessionTranscripts(session, file);
}

function isChosen(project: string, projects: readonly string[]): boolean {
  const wanted = projects.filter((name) => !name.startsWith("!"));
  return !projects.includes(`!${project}`) && (wanted.length === 0 || wanted.includes(project));
}

/** Returns the paths, and for a folder the transcripts and sessions in it and in its subfolders. */
export async function transcriptFiles(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (!(await isFolder(path))) {
      found.push(path);
      continue;
    }
    const names = (await readdir(path, { recursive: true })).filter(
      (name) => /\.(?:json|json\.gz|jsonl)$/u.test(name) && basename(name) !== "index.json",
    );
    if (names.length === 0)
      throw new Error(
        `${path} contains no transcript: expected files that end in .json, .json.gz or .jsonl`,
      );
    found.push(...names.toSorted().map((name) => join(path, name)));
  }
  return found;
}
