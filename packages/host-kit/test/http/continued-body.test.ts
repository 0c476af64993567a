import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBodyParser, type ParsedBody } from "../../src/http/continued-body.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom('"', "\\", '\\"', "]}", '],"messages":[', '{"a":[', "\\\\", "\u2028"),
);
const message = fc.record(
  { role: fc.constantFrom("user", "assistant"), content: fc.oneof(text, fc.array(text)) },
  { requiredKeys: ["role", "content"] },
);
const fields = fc.dictionary(
  fc.constantFrom("model", "system", "tools", "stream", "n"),
  fc.oneof(text, fc.jsonValue({ maxDepth: 3 })),
);
/** How the next request of a conversation differs from the one before. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), added: fc.array(message, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant("edit" as const), place: fc.nat(30), by: message }),
  fc.record({ kind: fc.constant("cut" as const), place: fc.nat(30) }),
);

test("any sequence of bodies is parsed as JSON.parse parses it", () => {
  fc.assert(
    fc.property(
      fields,
      fields,
      fc.array(message, { maxLength: 9 }),
      fc.array(step, { maxLength: 8 }),
      (before, after, first, steps) => {
        const parse = createBodyParser("messages");
        let messages = first;
        for (const next of [{ kind: "add" as const, added: [] }, ...steps]) {
          if (next.kind === "add") messages = [...messages, ...next.added];
          if (next.kind === "edit" && messages.length > 0)
            messages = messages.with(next.place % messages.length, next.by);
          if (next.kind === "cut") messages = messages.slice(0, next.place);
          const body = JSON.stringify({ ...before, messages, ...after });
          expect(bodyFrom(parse(body))).toEqual(JSON.parse(body));
        }
      },
    ),
    cases(400),
  );
});

/** Returns the whole body, with the list of messages. */
function bodyFrom(parsed: ParsedBody | null): object | null {
  return parsed && { ...parsed.body, messages: parsed.list };
}

const said = (count: number): { content: string }[] =>
  Array.from({ length: count }, (_, index) => ({
    content: `Message ${index} ends by \\"]}, "${"\\".repeat(index % 3)}`,
  }));
const bodyOf = (messages: readonly object[]): string =>
  JSON.stringify({ model: "any", messages, stream: true });
/** The number of elements that are the same objects in both lists. */
const sharedBy = (list: readonly unknown[] = [], other: readonly unknown[] = []): number =>
  list.filter((element, place) => element === other[place]).length;
const listOf = (parsed: ParsedBody | null): readonly unknown[] => parsed?.list ?? [];

describe("a body that continues an earlier one", () => {
  test("has the same objects for what both share", () => {
    const parse = createBodyParser("messages");
    const first = listOf(parse(bodyOf(said(20))));
    const second = listOf(parse(bodyOf(said(22))));
    expect(second.slice(0, 20).every((element, place) => element === first[place])).toBe(true);
    const third = listOf(parse(bodyOf([...said(22), { content: "And now?" }])));
    expect(sharedBy(third, second)).toBe(22);
  });

  test("is parsed as a whole if an element was edited", () => {
    const parse = createBodyParser("messages");
    parse(bodyOf(said(20)));
    const edited = [...said(18), { content: "Edited" }, ...said(22).slice(19)];
    expect(listOf(parse(bodyOf(edited)))).toEqual(edited);
  });

  test("shares nothing with another conversation", () => {
    const parse = createBodyParser("messages");
    const first = listOf(parse(bodyOf(said(20))));
    const other = [{ content: "Another" }, ...said(20)];
    expect(listOf(parse(bodyOf(other)))).toEqual(other);
    expect(listOf(parse(bodyOf(said(21))))[5]).toBe(first[5]);
  });
});

test.each([
  ["a field that occurs twice", '{"messages":[1,2,3,4],"messages":[5,6,7]}'],
  ["the same name in another object", '{"tools":{"messages":[1,2,3]},"messages":[4,5,6,7]}'],
  ["white space", '{ "messages": [ {"a": 1}, {"a": 2}, {"a": 3} ] }'],
  ["white space between elements", '{"messages":[ {"a":1} , {"a":2} , {"a":3} , 4 ]}'],
  ["no object", "[1]"],
  ["no JSON", '{"messages":[1,2,3,'],
  ["nothing", ""],
])("%s is parsed as JSON.parse parses it, also the second time", (_name, body) => {
  const parse = createBodyParser("messages");
  for (const attempt of [1, 2]) {
    let expected: unknown = null;
    try {
      expected = JSON.parse(body);
    } catch {
      // Text that is not JSON is null.
    }
    expect(bodyFrom(parse(body)), `attempt ${attempt}`).toEqual(
      Array.isArray(expected) ? null : expected,
    );
  }
});

test.each([
  ["the same list in another object", '{"tools":{"messages":[1,2]},"messages":[]}'],
  ["the same list in another object, and elements", '{"tools":{"messages":[1,2]},"messages":[3]}'],
  ["a second list", '{"messages":[1,2],"messages":[3]}'],
  ["a number that begins like the last element", '{"messages":[1,25]}'],
])("%s does not continue a known list", (_name, body) => {
  const parse = createBodyParser("messages");
  parse('{"messages":[1,2]}');
  expect(bodyFrom(parse(body))).toEqual(JSON.parse(body));
});

test.each(['{"messages":3}', "{}"])("%s has no list", (body) => {
  expect(createBodyParser("messages")(body)).toBeNull();
});

test("a text instead of a list is one message of the user", () => {
  const { list } = createBodyParser("input")('{"input":"What is it?"}') ?? {};
  expect(list).toEqual([{ type: "message", role: "user", content: "What is it?" }]);
});

test("a changed field before the list keeps what is shared", () => {
  const parse = createBodyParser("messages");
  const first = listOf(parse(bodyOf(said(20))));
  const parsed = parse(JSON.stringify({ system: "It is noon.", messages: said(21) }));
  expect(sharedBy(parsed?.list, first)).toBe(20);
  expect(listOf(parsed)[19]).toBe(first[19]);
  expect(bodyFrom(parsed)).toEqual({ system: "It is noon.", messages: said(21) });
});

test("the oldest bodies are dropped from 8 million characters on", () => {
  const parse = createBodyParser("messages");
  const long = (name: string): string =>
    JSON.stringify({ messages: [{ name }, {}, {}, { text: "x".repeat(3_500_000) }] });
  const names = ["three", "two", "one"];
  const first = new Map(names.toReversed().map((name) => [name, listOf(parse(long(name)))]));
  const shared = names.map((name) => sharedBy(parse(long(name))?.list, first.get(name)));
  expect(shared).toEqual([4, 4, 0]);
});
