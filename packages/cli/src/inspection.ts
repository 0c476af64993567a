import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { once } from "node:events";
import { inspectPage } from "@cutpoint/inspect";
import { type ImportedSession, readSession } from "@cutpoint/readers";
import type { Output } from "./command.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { servePage } from "./serve-page.ts";

export type InspectionOptions = {
  /** File of the page. `null`: none. */
  readonly html: string | null;
  /** Whether to serve the page to this machine until the process is interrupted. */
  readonly open: boolean;
};

/** Shows a session as a page: in a file, or in the browser. Returns the exit code. */
export async function inspectSession(
  path: string,
  { html, open }: InspectionOptions,
  output: Output,
): Promise<number> {
  if (html === null && !open) throw new Error("inspect needs --html <file> or --open");
  const session = await readFrom(path, output);
  const messages = session.threads.reduce((sum, { items }) => sum + items.length, 0);
  output.printError(`${messages} messages read`);
  const main = session.threads[0]?.title;
  const title = main ?? (path === "-" ? session.source.format : basename(path));
  const page = await inspectPage(session, { title });
  if (html !== null) {
    await writeFile(html, page);
    output.print(`${html}: ${(page.length / 1_000).toFixed(0)} kB`);
  }
  if (open) await serve(page, output);
  return 0;
}

async function serve(page: string, { print }: Output): Promise<void> {
  await using served = await servePage(page);
  print(`${served.url} (until Ctrl+C)`);
  openInBrowser(served.url);
  await once(process, "SIGINT");
}

/** Milliseconds between two lines of progress. */
const PACE = 1_000;

/** Reads a session from a file, or from standard input for `-`. Prints the progress each second. */
async function readFrom(path: string, { printError }: Output): Promise<ImportedSession> {
  const size = path === "-" ? null : await sizeOf(path);
  const total = size === null ? "" : ` of ${megabytes(size)}`;
  let told = Date.now();
  return readSession(path === "-" ? process.stdin : createReadStream(path), {
    onProgress: (bytes) => {
      if (Date.now() - told < PACE) return;
      told = Date.now();
      printError(`${megabytes(bytes)}${total} MB`);
    },
  });
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (cause) {
    throw new Error(`${path} does not exist`, { cause });
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
