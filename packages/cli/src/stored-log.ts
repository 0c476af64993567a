import { invalidInput } from "@cutpoint/core/kit";
import type { SessionStore } from "@cutpoint/session";
import { newestTime } from "./maintenance.ts";

/**
 * Yields a session of a store as the lines of a log.
 *
 * @param chosen the id of the session; default: the session with the newest entry
 * @param report is called with a line if there are several sessions to choose from
 * @throws if there is no such session
 */
export async function* storedLog(
  store: SessionStore,
  chosen: string | undefined,
  report: (line: string) => void,
): AsyncGenerator<string> {
  const sessionId = chosen ?? (await newestSession(store, report));
  if (!Number.isFinite(await newestTime(store, sessionId)))
    throw invalidInput("--session", sessionId, "expected a session of the store");
  yield `${JSON.stringify({ format: "cutpoint-log", version: 1, sessionId })}\n`;
  for await (const entry of store.read(sessionId)) yield `${JSON.stringify(entry)}\n`;
}

async function newestSession(store: SessionStore, report: (line: string) => void): Promise<string> {
  let newest: { readonly id: string; readonly at: number } | null = null;
  let count = 0;
  for await (const id of store.sessions()) {
    const at = await newestTime(store, id);
    if (!Number.isFinite(at)) continue;
    count += 1;
    if (newest === null || at >= newest.at) newest = { id, at };
  }
  if (newest === null) throw new Error("the store has no session");
  if (count > 1)
    report(`${newest.id}: the newest of ${count} sessions; choose with --session <id>`);
  return newest.id;
}
