import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { inspectPage } from "@cutpoint/inspect";
import { readSession } from "@cutpoint/readers";
import type { SessionStore } from "@cutpoint/session";

const FOLDER = join(".cutpoint", "demo");

/**
 * Writes a page with the messages and compactions of a session. Returns its path.
 *
 * @param file the path of the page; default: a file below `.cutpoint/demo`
 * @param root the repository, in which the template of the page is built first
 */
export async function writePage(
  store: SessionStore,
  sessionId: string,
  root: string,
  file?: string,
): Promise<string> {
  const build = join(root, "packages", "inspect", "page", "build.ts");
  await promisify(execFile)(process.execPath, [build]);
  const page = await inspectPage(await readSession(logLines(store, sessionId)), {
    title: "The demo of Cutpoint",
  });
  const path = file ?? join(FOLDER, `${sessionId}.html`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, page);
  return path;
}

async function* logLines(store: SessionStore, sessionId: string): AsyncGenerator<string> {
  for await (const entry of store.read(sessionId)) yield `${JSON.stringify(entry)}\n`;
}
