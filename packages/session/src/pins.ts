import type { Message } from "@cutpoint/core";
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

  async function itemMessage(itemId: string): Promise<Message> {
    for await (const entry of readPath(store, sessionId))
      if (entry.id === itemId && entry.type === "message") return entry.message;
    throw unknownEntry("target", itemId, "the id of an item on the current path");
  }

  const write = async (entry: NewEntry): Promise<unknown> => writer.write(() => [entry]);

  return {
    async pin(target) {
      const { index } = currentLog();
      const isId = typeof target === "string";
      const item = isId ? index.item(target) : undefined;
      if (item?.pinId !== undefined) return item.pinId;
      if (!isId) assertMessage(target, "target");
      const message = isId ? (item?.message ?? (await itemMessage(target))) : target;
      const { id, at } = newEntryFields();
      const source = isId ? { itemId: target } : {};
      await write({ type: "pin", id, at, pinId: id, ...source, message });
      return id;
    },
    async unpin(pinId) {
      if (!currentLog().index.hasPin(pinId))
        throw unknownEntry("pinId", pinId, "the id of an existing pin");
      await write({ type: "pin", ...newEntryFields(), pinId, message: null });
    },
    async hide(itemId, replacement) {
      const { index } = currentLog();
      if (typeof replacement !== "string")
        throw invalidInput("replacement", replacement, "expected a string");
      if (index.item(itemId) === undefined)
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
