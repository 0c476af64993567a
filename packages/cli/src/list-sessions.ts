import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { isCutpointError, textOf } from "@cutpoint/core";
import { type ImportedSession, liveItems } from "@cutpoint/readers";
import { alignedLines } from "./aligned-lines.ts";
import type { Output } from "./command.ts";
import { isCommandFailure } from "./command-failure.ts";
import { eachSecond } from "./each-second.ts";
import { isWrittenByUser, readInput } from "./read-input.ts";
import { sessionCost } from "./session-cost.ts";
import { terminalJson } from "./parse-command.ts";
import { singleLine } from "./session-table.ts";

type Listed = {
  readonly file: string;
  readonly modified: string;
  readonly bytes: number;
  readonly format: string;
  readonly messages: number;
  readonly compactions: number;
  /** In US dollars; `null` if it is not known. */
  readonly cost: number | null;
  readonly title: string | null;
};

/** Prints the newest sessions of a folder and its subfolders, the newest on top. */
export async function listSessions(
  folder: string,
  { json, last }: { readonly json: boolean; readonly last: number },
  output: Output,
): Promise<number> {
  const files = await sessionFiles(folder);
  const listed: Listed[] = [];
  let unknown = 0;
  const report = eachSecond((file: number) => {
    output.printError(`file ${file} of ${files.length}`);
  });
  for (const [index, file] of files.entries()) {
    if (listed.length === last) break;
    report(index + 1);
    const session = await readKnown(file.path, output);
    if (session === null) unknown += 1;
    else listed.push(describe(session, { ...file, file: relative(folder, file.path) }));
  }
  if (json) output.print(terminalJson(listed));
  else for (const line of listLines(listed)) output.print(line);
  if (unknown > 0)
    output.printError(`${unknown} ${unknown === 1 ? "file has" : "files have"} an unknown format`);
  if (listed.length < files.length - unknown)
    output.printError(`${files.length - unknown - listed.length} older files: use --last`);
  return listed.length === 0 ? 1 : 0;
}

type SessionFile = { readonly path: string; readonly time: number; readonly bytes: number };

async function sessionFiles(folder: string): Promise<readonly SessionFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(?:db|jsonl?(?:\.gz)?)$/u.test(entry.name))
    .map(({ name, parentPath }) => join(parentPath, name));
  const files: SessionFile[] = [];
  for (const path of paths) {
    const { mtimeMs, size } = await stat(path);
    files.push({ path, time: mtimeMs, bytes: size });
  }
  return files.toSorted((left, right) => right.time - left.time);
}

/** Returns `null` if the format is unknown or the file cannot be read. */
async function readKnown(path: string, output: Output): Promise<ImportedSession | null> {
  try {
    return await readInput(path, output);
  } catch (error) {
    if (isCommandFailure(error)) output.printError(`${path}: ${error.message}`);
    else if (!isCutpointError(error) && (error as { code?: unknown }).code === undefined)
      throw error;
    return null;
  }
}

function describe(
  session: ImportedSession,
  { bytes, file, time }: SessionFile & { readonly file: string },
): Listed {
  const { source, threads } = session;
  const [main] = threads;
  const first = main === undefined ? undefined : liveItems(main).find(isWrittenByUser);
  const title = main?.title ?? (first === undefined ? null : textOf(first.message));
  return {
    file,
    modified: new Date(time).toISOString(),
    bytes,
    format: source.format,
    messages: threads.reduce((sum, { items }) => sum + items.length, 0),
    compactions: threads.reduce((sum, { compactions }) => sum + compactions.length, 0),
    cost: sessionCost(session),
    title: title === null ? null : singleLine(title),
  };
}

function listLines(listed: readonly Listed[]): readonly string[] {
  return alignedLines([
    ["modified", "size", "messages", "compactions", "cost", "format", "file", "title"],
    ...listed.map(({ bytes, compactions, cost, file, format, messages, modified, title }) => [
      modified.slice(0, 16).replace("T", " "),
      `${(bytes / 1_000).toFixed(0)} kB`,
      String(messages),
      String(compactions),
      cost === null ? "?" : `$${cost.toFixed(2)}`,
      format,
      singleLine(file),
      title ?? "",
    ]),
  ]);
}
