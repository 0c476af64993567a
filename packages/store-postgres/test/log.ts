import { toolMessage } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import type { PostgresStore } from "../src/postgres-store.ts";

export const SESSION = "session";

/** Returns a tool result, which does not end a turn. */
export function message(id: string, parentId: string | null = null, text = `text of ${id}`): Entry {
  const said = toolMessage({ callId: "call", name: "tool" }, text);
  return { type: "message", id, parentId, at: 1, message: said };
}

/** Returns consecutive messages with ids from `first` on. */
export function messages(count: number, first = 0): readonly Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    return message(`${number}`, number === 0 ? null : `${number - 1}`);
  });
}

export async function readIds(store: PostgresStore): Promise<readonly string[]> {
  return (await Array.fromAsync(store.read(SESSION))).map((entry) => entry.id);
}
