import { type Item, type Message, textOf, userMessage } from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createHostReader } from "../src/host-reader.ts";
import { sortedJson } from "../src/json.ts";
import type { UnitFormat } from "../src/unit-format.ts";
import { cases } from "../../../tooling/laws/src/cases.ts";

type Unit = { text: string; cache_control?: unknown; parts?: unknown[] };

const withoutCachePoints = (key: string, value: unknown): unknown =>
  key === "cache_control" ? undefined : value;

const format: UnitFormat<Unit, Unit> = {
  split: (messages, start) => messages.slice(start),
  join: (units) => units,
  messageCount: () => 1,
  contentOf: (unit) => sortedJson(unit, withoutCachePoints),
  toMessage: ({ text }) => userMessage(text),
  fromMessage: (message: Message) => ({ text: textOf(message) }),
};

const text = fc.constantFrom("a", "b", "c");
const part = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.uint8Array({ maxLength: 2 }),
  text.map((name) => new URL(`https://example.com/${name}`)),
  fc.date({ noInvalidDate: true }),
);
const unit: fc.Arbitrary<Unit> = fc.record(
  {
    text,
    cache_control: fc.constant({ type: "ephemeral" }),
    parts: fc.array(part, { maxLength: 2 }),
  },
  { requiredKeys: ["text"] },
);

type Step = { readonly type: string; readonly unit: Unit; readonly place: number };

const step: fc.Arbitrary<Step> = fc.record({
  type: fc.constantFrom("append", "replace", "edit in place", "shorten"),
  unit,
  place: fc.nat(9),
});

/** Changes the units of a request into those of the next one. */
function apply({ place, type, unit: next }: Step, units: Unit[]): void {
  const before = units[place];
  if (type === "append") units.push(copyOf(next));
  else if (type === "shorten") units.length = Math.min(units.length, place);
  else if (before !== undefined && type === "replace") units[place] = copyOf(next);
  else if (before?.parts === undefined) Object.assign(before ?? {}, { text: next.text });
  else before.parts.push(next.text);
}

test("a request has the same ids and texts whatever is known of earlier ones", () => {
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 4, maxLength: 10 }),
      fc.array(step, { maxLength: 8 }),
      (first, steps) => {
        const read = createHostReader(format);
        const units = first.map(copyOf);
        const compare = (): void => {
          const known = read({ messages: units, compare: "all" }).items;
          expect(known).toEqual(freshItems(units));
        };
        compare();
        for (const change of steps) {
          apply(change, units);
          compare();
        }
      },
    ),
    cases(1_000),
  );
});

function freshItems(units: readonly Unit[]): readonly Item[] {
  return createHostReader(format)({ messages: units }).items;
}

function copyOf(original: Unit): Unit {
  const { parts } = original;
  return parts === undefined ? { ...original } : { ...original, parts: [...parts] };
}

test("a message that is not new is not written as text again", () => {
  let written = 0;
  const counting = {
    ...format,
    contentOf: (each: Unit) => {
      written += 1;
      return format.contentOf(each);
    },
  };
  const read = createHostReader(counting);
  const units = (count: number): Unit[] =>
    Array.from({ length: count }, (_, index) => ({ text: String(index), parts: [{ index }] }));
  read({ messages: units(100) });
  written = 0;
  read({ messages: units(102) });
  expect(written).toBe(2);
});
