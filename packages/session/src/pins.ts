import { CutpointError, type History, type Message } from "@cutpoint/core";
import { assertMessage, invalidInput } from "@cutpoint/core/kit";
import type { SessionContext } from "./context.ts";
import { SUB_AGENT_NOTE } from "./log/notes.ts";
import { readPath } from "./log/read-path.ts";
import type { Session } from "./session.ts";

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
    throw unknown("target", itemId, "the path has no item with that id");
  }

  return {
    async pin(target) {
      const { history } = currentLog();
      const itemId = typeof target === "string" ? target : null;
      const held = itemId === null ? undefined : pinOf(history, itemId);
      if (held !== undefined) return held;
      if (typeof target !== "string") assertMessage(target, "target");
      const message = typeof target === "string" ? await itemMessage(history, target) : target;
      const { id, at } = newEntryFields();
      const source = itemId === null ? {} : { itemId };
      await writer.write(
        ({ head }) => [{ type: "pin", id, at, parentId: head, pinId: id, ...source, message }],
        "reload",
      );
      return id;
    },
    async unpin(pinId) {
      if (!isHeld(currentLog().history, pinId))
        throw unknown("pinId", pinId, "there is no such pin");
      await writer.write(
        ({ head }) => [{ type: "pin", ...newEntryFields(), parentId: head, pinId, message: null }],
        "reload",
      );
    },
    async hide(itemId, replacement) {
      const { items } = currentLog().history;
      if (typeof replacement !== "string")
        throw invalidInput("replacement", replacement, "expected a string");
      if (!items.some(({ id }) => id === itemId))
        throw unknown("itemId", itemId, "no visible item has that id");
      const text = { type: "text", text: replacement } as const;
      const replacements = Object.fromEntries([[itemId, [text]]]);
      await writer.write(
        ({ head }) => [{ type: "hide", ...newEntryFields(), parentId: head, replacements }],
        "reload",
      );
    },
    async note(kind, value) {
      currentLog();
      if (typeof kind !== "string" || kind === "" || kind.startsWith("cutpoint."))
        throw invalidInput("kind", kind, 'expected a string that does not begin with "cutpoint."');
      const { id, at } = newEntryFields();
      await writer.write(
        ({ head }) => [{ type: "note", id, at, parentId: head, kind, value }],
        kind === SUB_AGENT_NOTE ? "reload" : (tracked) => tracked,
      );
      return id;
    },
  };
}

function pinOf({ items, state }: History, itemId: string): string | undefined {
  return items.find(({ id }) => id === itemId)?.pinId ?? pinnedIn(state, itemId);
}

function pinnedIn(state: History["state"], itemId: string): string | undefined {
  return state !== null && Object.hasOwn(state.pinned, itemId) ? state.pinned[itemId] : undefined;
}

function isHeld({ items, state }: History, pinId: string): boolean {
  if (items.some((item) => item.pinId === pinId)) return true;
  if (state === null) return false;
  const isInHead = state.prefix.some((piece) => piece.kind === "pin" && piece.sourceId === pinId);
  return isInHead || Object.values(state.pinned).includes(pinId);
}

function unknown(field: string, value: string, remedy: string): CutpointError {
  return new CutpointError("unknown-entry", `${field} is ${JSON.stringify(value)}: ${remedy}`);
}
