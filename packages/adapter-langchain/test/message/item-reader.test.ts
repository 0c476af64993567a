import { type CompactionState, textOf } from "@cutpoint/core";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createItemReader, type HostItems, hostItems } from "../../src/message/items.ts";

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

/** Returns a copy of what was read, after which the next read continues it. */
function released({
  items,
  originals,
  release,
}: HostItems): Pick<HostItems, "items" | "originals"> {
  const read = { items: [...items], originals: [...originals] };
  release();
  return read;
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
      const read = createItemReader();
      let messages = thread(9);
      for (const [name, seed] of done) {
        const { items, originals } = released(read(messages));
        expect(items).toEqual(hostItems(messages).items);
        expect(originals).toEqual(messages);
        if (messages.length > 1)
          messages = changes[name]?.(messages, seed % messages.length) ?? messages;
      }
    }),
  );
});

test("the same messages give the same items", () => {
  const read = createItemReader();
  const messages = thread(6);
  const first = released(read(messages));
  const second = read([...messages, new HumanMessage({ id: "new", content: "more" })]);
  expect(first.items).toHaveLength(6);
  expect(second.items.slice(0, 6).every((item, place) => item === first.items[place])).toBe(true);
});

test("a thread that grows has the same history", () => {
  const read = createItemReader();
  const messages = thread(6);
  const { history, release } = read(messages);
  release();
  const grown = read([...messages, new HumanMessage({ id: "new", content: "more" })]);
  expect(grown.history).toBe(history);
  expect(history.items).toHaveLength(7);
});

test("the items of a read that was not released do not grow", () => {
  const read = createItemReader();
  const messages = thread(6);
  const first = read(messages);
  const second = read([...messages, new HumanMessage({ id: "new", content: "more" })]);
  expect(first.items).toHaveLength(6);
  expect(second.items).toHaveLength(7);
});

test("a thread that is forked is read without the messages of the other fork", () => {
  const read = createItemReader();
  const messages = thread(6);
  const left = new AIMessage({ id: "new", content: "left", tool_calls: [] });
  const right = new HumanMessage({ id: "new", content: "right" });
  released(read(messages));
  released(read([...messages, left]));
  const { items, originals } = read([...messages, right]);
  expect(items).toEqual(hostItems([...messages, right]).items);
  expect(originals.at(-1)).toBe(right);
});

test("a list that the host changes in place is read again", () => {
  const read = createItemReader();
  const messages = thread(20);
  released(read(messages));
  messages[2] = new ToolMessage({ id: "m2", content: "[cleared]", tool_call_id: "c1" });
  expect(read(messages).items).toEqual(hostItems(messages).items);
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
  const read = createItemReader();
  const messages = thread(60);
  const changed = new HumanMessage({ id: "x", content: [{ type: "text", text: "as it was" }] });
  const all = [messages[0] as BaseMessage, changed, ...messages.slice(1)];
  released(read(all));
  write(changed);
  const item = read(all, { compare: "all" }).items[1];
  expect(item && textOf(item.message)).toBe("changed");
});

test("an edit of one of the newest messages is found at the next read", () => {
  const read = createItemReader();
  const messages = thread(60);
  released(read(messages));
  (messages.at(-1) as BaseMessage).content = "changed";
  const item = read(messages).items.at(-1);
  expect(item && textOf(item.message)).toBe("changed");
});

test("messages before the boundary of the state are not read", () => {
  const read = createItemReader();
  const messages = thread(30);
  const state = {
    compactedThrough: "m20",
    firstKeptId: "m21",
    lastSeenId: "m29",
  } as CompactionState;
  expect(read(messages, { state }).items.map(({ id }) => id)).toEqual(
    messages.slice(20).map(({ id }) => id),
  );
});
