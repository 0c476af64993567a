import type { History, Message } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { assertMessage } from "@cutpoint/core/session";
import type { SessionContext } from "./context.ts";
import type { NewEntry } from "./log/entry.ts";
import { readPath } from "./log/read-path.ts";
import type { Session } from "./session.ts";
import { unknownEntry } from "./store/errors.ts";

/** Creates `pin`, `unpin`, `hide` and `note`. */
export function createPinMethods(
  context: SessionContext,
): Pick<Session, "pin" | "unpin" | "hide" | "note"> {
  const { newEntryFields, currentLog, sessionId, store, writer } = context;

  async function itemMessage(history: History, itemId: string): Promise<Message> {
    const item = history.items.find(({ id }) => id === itemId);
    if (item !== undefined) return item.message;
    for await (const entry of readPath(store, sessionId))
      if (entry.id === itemId && entry.type === "message") return entry.message;
    throw unknownEntry("target", itemId, "the id of an item on the current path");
  }

  const write = async (entry: NewEntry): Promise<unknown> => writer.write(() => [entry]);

  return {
    async pin(target) {
      const { history } = currentLog();
      const isId = typeof target === "string";
      const existing = isId ? pinOf(history, target) : undefined;
      if (existing !== undefined) return existing;
      if (!isId) assertMessage(target, "target");
      const message = isId ? await itemMessage(history, target) : target;
      const { id, at } = newEntryFields();
      const source = isId ? { itemId: target } : {};
      await write({ type: "pin", id, at, pinId: id, ...source, message });
      return id;
    },
    async unpin(pinId) {
      if (!hasPin(currentLog().history, pinId))
        throw unknownEntry("pinId", pinId, "the id of an existing pin");
      await write({ type: "pin", ...newEntryFields(), pinId, message: null });
    },
    async hide(itemId, replacement) {
      const { items } = currentLog().history;
      if (typeof replacement !== "string")
        throw invalidInput("replacement", replacement, "expected a string");
      if (!items.some(({ id }) => id === itemId))
        throw unknownEntry("itemId", itemId, "the id of a visible item");
      const replacements = { [itemId]: [{ type: "text", text: replacement } as const] };
      await write({ type: "hide", ...newEntryFields(), replacements });
    },
    async note(kind, value) {
      currentLog();
      if (typeof kind !== "string" || kind === "" || kind.startsWith("cutpoint."))
        throw invalidInput(
          "kind",
          kind,
          'expected a non-empty string that does not begin with "cutpoint."',
        );
      const { id, at } = newEntryFields();
      await write({ type: "note", id, at, kind, value });
      return id;
    },
  };
}

function pinOf({ items, state }: History, itemId: string): string | undefined {
  const pinId = items.find(({ id }) => id === itemId)?.pinId;
  if (pinId !== undefined || state === null) return pinId;
  return Object.hasOwn(state.pinned, itemId) ? state.pinned[itemId] : undefined;
}

function hasPin({ items, state }: History, pinId: string): boolean {
  if (items.some((item) => item.pinId === pinId)) return true;
  if (state === null) return false;
  const isInPrefix = state.prefix.some((block) => block.kind === "pin" && block.sourceId === pinId);
  return isInPrefix || Object.values(state.pinned).includes(pinId);
}
