import { type Item, textOf } from "@cutpoint/core";
import { createHostReader } from "@cutpoint/host-kit";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { unitFormat } from "../../src/message/unit-format.ts";

const thread = (length: number): BaseMessage[] =>
  Array.from({ length }, (_, place) => {
    const id = `m${place}`;
    switch (place % 3) {
      case 0:
        return new HumanMessage({ id, content: `question ${place}` });
      case 1:
        return new AIMessage({
          id,
          content: "",
          tool_calls: [{ id: `c${place}`, name: "read", args: { place } }],
        });
      default:
        return new ToolMessage({ id, content: `result ${place}`, tool_call_id: `c${place - 1}` });
    }
  });

function read(messages: readonly BaseMessage[]): readonly Item[] {
  return createHostReader(unitFormat)({ messages }).items;
}

/** Changes of a thread between two reads. */
type Change = (messages: BaseMessage[], place: number) => BaseMessage[];

const changes: Readonly<Record<string, Change>> = {
  nothing: (messages) => messages,
  appended: (messages, place) => [
    ...messages,
    new HumanMessage({ id: `new-${messages.length}`, content: `more ${place}` }),
  ],
  replaced: (messages, place) =>
    messages.with(place, new HumanMessage({ id: messages[place]?.id ?? "", content: "edited" })),
  removed: (messages, place) => messages.toSpliced(place, 1),
  moved: (messages, place) => [...messages.slice(place), ...messages.slice(0, place)],
  "cut short": (messages, place) => messages.slice(0, place + 1),
};

test("a thread that the host edited is read in its current form", () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat()), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(steps, (done) => {
      const reader = createHostReader(unitFormat);
      let messages = thread(9);
      for (const [name, seed] of done) {
        expect(reader({ messages }).items).toEqual(read(messages));
        if (messages.length > 1)
          messages = changes[name]?.(messages, seed % messages.length) ?? messages;
      }
    }),
  );
});

test("a result without a name has the name of its call", () => {
  const [, , result] = read(thread(3));
  expect(result?.message).toMatchObject({ role: "tool", name: "read" });
});

test.each([
  ["the content", (message: BaseMessage) => (message.content = "changed")],
  [
    "a text inside of it",
    (message: BaseMessage) => {
      if (typeof message.content !== "string")
        Object.assign(message.content[0] ?? {}, { text: "changed" });
    },
  ],
])("an old message in which the host edited %s is found if all are compared", (_what, write) => {
  const reader = createHostReader(unitFormat);
  const messages = thread(60);
  const changed = new HumanMessage({ id: "x", content: [{ type: "text", text: "as it was" }] });
  const all = [messages[0] as BaseMessage, changed, ...messages.slice(1)];
  reader({ messages: all });
  write(changed);
  const item = reader({ messages: all, compare: "all" }).items[1];
  expect(item && textOf(item.message)).toBe("changed");
});

test("an edit of one of the newest messages is found at the next read", () => {
  const reader = createHostReader(unitFormat);
  const messages = thread(60);
  reader({ messages });
  (messages.at(-1) as BaseMessage).content = "changed";
  const item = reader({ messages }).items.at(-1);
  expect(item && textOf(item.message)).toBe("changed");
});
