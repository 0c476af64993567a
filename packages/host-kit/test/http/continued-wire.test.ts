import type { Item } from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anthropicCodec } from "../../src/http/anthropic/codec.ts";
import { chatCodec } from "../../src/http/chat/codec.ts";
import { createBodyParser } from "../../src/http/continued-body.ts";
import { responsesCodec } from "../../src/http/responses/codec.ts";
import type { UnitFormat } from "../../src/unit-format.ts";
import { createHostReader } from "../../src/host-reader.ts";
import { viewMessages } from "../../src/unit-view.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

type Wire = Readonly<Record<string, unknown>>;

const id = fc.constantFrom("a", "b");
const name = fc.constantFrom("look", "find");
const words = fc.constantFrom("It is.", "And now?", 'A "quote" \\ and \u{1f600}', "");

const chat: fc.Arbitrary<Wire> = fc.oneof(
  fc.record({ role: fc.constantFrom("user", "assistant", "system"), content: words }),
  fc.record({ role: fc.constant("tool"), tool_call_id: id, content: words }),
  fc.record({
    role: fc.constant("assistant"),
    content: fc.constant(null),
    tool_calls: fc.array(
      fc.record({
        id,
        type: fc.constant("function"),
        function: fc.record({ name, arguments: fc.constant("{}") }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
);

const responses: fc.Arbitrary<Wire> = fc.oneof(
  fc.record({
    type: fc.constant("message"),
    role: fc.constantFrom("user", "assistant"),
    content: words,
  }),
  fc.record({ type: fc.constantFrom("reasoning", "compaction"), id }),
  fc.record({
    type: fc.constant("function_call"),
    call_id: id,
    name,
    arguments: fc.constant("{}"),
  }),
  fc.record({ type: fc.constant("function_call_output"), call_id: id, output: words }),
);

const block = fc.oneof(
  fc.record(
    { type: fc.constant("text"), text: words, cache_control: fc.constant({ type: "ephemeral" }) },
    { requiredKeys: ["type", "text"] },
  ),
  fc.record({ type: fc.constant("tool_use"), id, name, input: fc.constant({}) }),
  fc.record({ type: fc.constant("tool_result"), tool_use_id: id, content: words }),
  fc.record({ type: fc.constant("compaction"), content: words }),
);
const anthropic: fc.Arbitrary<Wire> = fc.record({
  role: fc.constantFrom("user", "assistant"),
  content: fc.oneof(words, fc.array(block, { maxLength: 4 })),
});

const isCompaction = ({ content, type }: Wire): boolean =>
  type === "compaction" ||
  (Array.isArray(content) && content.some((each: Wire) => each["type"] === "compaction"));
const isMessage = (element: unknown): element is Wire => element !== "none";

/** How the list of the next request differs from the one before. */
const stepOf = (message: fc.Arbitrary<Wire>) =>
  fc.record({
    kind: fc.constantFrom("add", "replace", "insert", "remove", "cut", "spoil"),
    place: fc.nat(40),
    messages: fc.array(message, { minLength: 1, maxLength: 3 }),
  });
type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer Value> ? Value : never;

function nextList(list: readonly unknown[], { kind, messages, place }: Step): readonly unknown[] {
  const at = place % (list.length + 1);
  switch (kind) {
    case "add":
      return [...list, ...messages];
    case "replace":
      return list.toSpliced(at, 1, ...messages);
    case "insert":
      return list.toSpliced(at, 0, ...messages);
    case "remove":
      return list.toSpliced(at, 1);
    case "cut":
      return list.slice(0, at);
    default:
      return [...list, "none"];
  }
}

/** Creates a reader of bodies that remembers earlier ones. */
function createReader<Unit>(format: UnitFormat<Unit, Wire>) {
  const parse = createBodyParser("messages");
  const read = createHostReader(format);
  return (body: string) => {
    const list = (parse(body)?.list ?? []) as readonly Wire[];
    if (!list.every(isMessage)) return null;
    const leading = list.findLastIndex(isCompaction) + 1;
    const { items, messages, places, isCompared } = read({
      messages: list.slice(leading),
      compare: "none",
    });
    return { items, messages, places, isCompared };
  };
}

test.each([
  ["Chat Completions", chat, chatCodec as UnitFormat<unknown, unknown>],
  ["Responses", responses, responsesCodec as UnitFormat<unknown, unknown>],
  ["Anthropic Messages", anthropic, anthropicCodec as UnitFormat<unknown, unknown>],
])("any sequence of edits of %s has the items of a first request", (_name, message, codec) => {
  const format = codec as UnitFormat<unknown, Wire>;
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 4, maxLength: 12 }),
      fc.array(stepOf(message), { maxLength: 8 }),
      fc.func(fc.boolean()),
      (first, steps, isShown) => {
        const read = createReader(format);
        let list: readonly unknown[] = first;
        for (const step of [null, ...steps]) {
          if (step !== null) list = nextList(list, step);
          const body = JSON.stringify({ model: "any", messages: list, stream: true });
          const known = read(body);
          const fresh = createReader(format)(body);
          expect(known).toEqual(fresh);
          if (known === null) continue;
          const shown = known.items.filter((item) => isShown(item.id));
          expect(viewMessages(viewOf(shown), known, format)).toEqual(
            shown.length === known.items.length
              ? known.messages
              : format.join(
                  format
                    .split(known.messages)
                    .filter((_, place) => isShown(known.items[place]?.id)),
                ),
          );
        }
      },
    ),
    cases(300),
  );
});

function viewOf(items: readonly Item[]) {
  return { messages: items.map(({ message }) => message), ids: items.map((item) => item.id) };
}
