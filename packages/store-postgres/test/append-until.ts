import { isCutpointError } from "@cutpoint/core";
import { expect } from "vitest";
import type { PostgresStore } from "../src/postgres-store.ts";
import { message, SESSION } from "./log.ts";

/** Appends entries until told to stop, repeating each one as often as needed. */
export async function appendUntil(
  store: PostgresStore,
  isOver: () => boolean,
): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  while (!isOver()) {
    const expectedHead = acknowledged.at(-1) ?? null;
    const id = `entry-${acknowledged.length}`;
    while (!(await isAppended(store, id, expectedHead)));
    acknowledged.push(id);
  }
  return acknowledged;
}

/** Returns `false` for an error that allows another attempt. */
async function isAppended(
  store: PostgresStore,
  id: string,
  expectedHead: string | null,
): Promise<boolean> {
  try {
    const result = await store.append(SESSION, [message(id, expectedHead)], { expectedHead });
    expect(result).toEqual({ type: "appended" });
    return true;
  } catch (error) {
    if (isCutpointError(error, "store-failed")) return false;
    throw error;
  }
}
