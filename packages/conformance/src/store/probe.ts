import assert from "node:assert/strict";
import { type CutpointErrorCode, isCutpointError, type Json, userMessage } from "@cutpoint/core";
import type { Entry, MessageEntry, NoteEntry, SessionStore } from "@cutpoint/session";
import type { AppendResult, ReadOptions } from "@cutpoint/session/store";

/** Session of the cases that need only one. */
export const SESSION = "session";

/** Fixed time in ms since the epoch. */
const AT = 1_700_000_000_000;

export function message(
  id: string,
  parentId: string | null = null,
  text = `text of ${id}`,
): MessageEntry {
  return { type: "message", id, parentId, at: AT, message: userMessage(text) };
}

export function note(id: string, value: Json): NoteEntry {
  return { type: "note", id, parentId: null, at: AT, kind: "conformance", value };
}

/** Returns messages of which each is the parent of the next. */
export function chain(
  ids: readonly string[],
  parentId: string | null = null,
): readonly MessageEntry[] {
  return ids.map((id, index) => message(id, ids[index - 1] ?? parentId));
}

export async function readAll(
  store: SessionStore,
  options: ReadOptions = {},
  sessionId: string = SESSION,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of store.read(sessionId, options)) entries.push(entry);
  return entries;
}

export async function readIds(
  store: SessionStore,
  options: ReadOptions = {},
  sessionId: string = SESSION,
): Promise<readonly string[]> {
  return (await readAll(store, options, sessionId)).map((entry) => entry.id);
}

export async function listSessions(store: SessionStore): Promise<readonly string[]> {
  const sessionIds: string[] = [];
  for await (const sessionId of store.sessions()) sessionIds.push(sessionId);
  return sessionIds.toSorted();
}

/** Appends to {@link SESSION} and asserts that it succeeds. */
export async function write(
  store: SessionStore,
  entries: readonly Entry[],
  expectedHead: string | null,
  sessionId: string = SESSION,
): Promise<void> {
  expectAppended(await store.append(sessionId, entries, { expectedHead }), "a plain append");
}

export function expectAppended(result: AppendResult, what: string): void {
  assert.deepEqual(result, { type: "appended" }, `${what} should be answered with "appended"`);
}

export function expectConflict(result: AppendResult, head: string | null, what: string): void {
  const expected = { type: "conflict", head };
  assert.deepEqual(result, expected, `${what} should be a conflict that contains the head`);
}

export async function expectError(
  code: CutpointErrorCode,
  what: string,
  act: () => Promise<unknown>,
): Promise<void> {
  let outcome: unknown;
  try {
    outcome = await act();
  } catch (error) {
    if (isCutpointError(error, code)) return;
    throw new assert.AssertionError({
      message: `${what} should throw a CutpointError of code "${code}", not ${String(error)}`,
      actual: error,
      expected: code,
      operator: "throws",
    });
  }
  assert.fail(`${what} should throw "${code}" but gave ${JSON.stringify(outcome)}`);
}

export async function expectIds(
  store: SessionStore,
  expected: readonly string[],
  what: string,
): Promise<void> {
  assert.deepEqual(await readIds(store), expected, `${what}: these entries in this order`);
}
