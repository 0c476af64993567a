import { viewOf } from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fromUnits, toUnits } from "../../src/convert-units.ts";
import { anthropicCodec } from "../../src/http/anthropic/codec.ts";
import { chatCodec } from "../../src/http/chat/codec.ts";
import { responsesCodec } from "../../src/http/responses/codec.ts";
import type { UnitFormat } from "../../src/unit-format.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

/** A call or a result of a request. `sign` is a field that only the provider reads. */
type Sent = { readonly call?: string; readonly result?: string; readonly sign?: unknown };
type Wire = Readonly<Record<string, never>>;
type Turn = {
  readonly ids: readonly string[];
  readonly answered: readonly string[];
  readonly text: string;
};
type Form = {
  readonly format: UnitFormat<never, never>;
  readonly write: (turn: Turn, sign: () => string) => readonly object[];
  readonly read: (message: Wire) => readonly Sent[];
};

const turn: fc.Arbitrary<Turn> = fc
  .record({
    ids: fc.array(fc.constantFrom("a", "b", "a_2"), { minLength: 1, maxLength: 3 }),
    text: fc.constantFrom("", "so", "\ud800"),
    count: fc.nat(3),
  })
  .map(({ ids, text, count }) => ({ ids, text, answered: [...new Set(ids)].slice(0, count) }));

const forms: Readonly<Record<string, Form>> = {
  "Chat Completions": {
    format: chatCodec as never,
    write: ({ answered, ids, text }, sign) => [
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: text === "" ? null : text,
        reasoning_content: "hm",
        tool_calls: ids.map((id) => ({
          id,
          type: "function",
          function: { name: "read", arguments: "{}" },
          extra_content: sign(),
        })),
      },
      ...answered.map((id) => ({ role: "tool", tool_call_id: id, content: "done" })),
    ],
    read: ({ tool_call_id: result, tool_calls: calls = [] as never }) => [
      ...(calls as readonly Wire[]).map(({ id = "", extra_content: sign }) => ({ call: id, sign })),
      ...(result === undefined ? [] : [{ result }]),
    ],
  },
  Responses: {
    format: responsesCodec as never,
    write: ({ answered, ids, text }, sign) => [
      { role: "user", content: "go" },
      ...(text === "" ? [] : [{ role: "assistant", content: [{ type: "output_text", text }] }]),
      ...ids.map((id) => ({
        type: "function_call",
        id: sign(),
        call_id: id,
        name: "read",
        arguments: "{}",
      })),
      ...answered.map((id) => ({ type: "function_call_output", call_id: id, output: "done" })),
    ],
    read: ({ call_id: id = "", id: sign, type }) => {
      if (type === "function_call") return [{ call: id, sign }];
      return type === "function_call_output" ? [{ result: id }] : [];
    },
  },
  "Anthropic Messages": {
    format: anthropicCodec as never,
    write: ({ answered, ids, text }, sign) => [
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: [
          ...(text === "" ? [] : [{ type: "text", text }]),
          ...ids.map((id) => ({ type: "tool_use", id, name: "read", input: {}, sign: sign() })),
        ],
      },
      {
        role: "user",
        content: [
          ...answered.map((id) => ({ type: "tool_result", tool_use_id: id, content: "done" })),
          { type: "text", text: "and" },
        ],
      },
    ],
    read: ({ content }) =>
      (Array.isArray(content) ? (content as readonly Wire[]) : []).flatMap(
        ({ id = "", sign, tool_use_id: result = "", type }): Sent[] => {
          if (type === "tool_use") return [{ call: id, sign }];
          return type === "tool_result" ? [{ result }] : [];
        },
      ),
  },
};

test.each(Object.entries(forms))(
  "%s: each call of a view is sent with an own id, its result and its other fields",
  (_name, { format, read, write }) => {
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 4 }), (turns) => {
        let signs = 0;
        const messages = turns.flatMap((each) => write(each, () => `sign ${(signs += 1)}`));
        const items = fromUnits(format.split(messages as never), format).map((message, place) => ({
          id: `${place}`,
          message,
        }));
        const { messages: shown } = viewOf({ items, state: null });
        const request: readonly Wire[] = format.join(toUnits(shown, format));
        const sent = request.flatMap(read);
        const calls = sent.flatMap(({ call }) => call ?? []).toSorted();
        expect(new Set(calls).size).toBe(calls.length);
        expect(sent.flatMap(({ result }) => result ?? []).toSorted()).toEqual(calls);
        expect(sent.flatMap(({ sign }) => sign ?? [])).toEqual(
          Array.from({ length: signs }, (_, index) => `sign ${index + 1}`),
        );
        expect(JSON.stringify(request)).not.toMatch(/\\ud[89a-f]/u);
      }),
      cases(200),
    );
  },
);
