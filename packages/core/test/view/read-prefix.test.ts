import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Message, textOf, userMessage } from "../../src/message/message.ts";
import type { PrefixBlock, PrefixBlockKind } from "../../src/message/state.ts";
import { renderPrefix, SUMMARY_PREAMBLE } from "../../src/view/prefix.ts";
import { readPrefix } from "../../src/view/read-prefix.ts";

const PREAMBLE = block("preamble", `${SUMMARY_PREAMBLE} to save room.`);

function block(kind: PrefixBlockKind, text: string): PrefixBlock {
  return { kind, sourceId: null, part: { type: "text", text } };
}

const pieces = [
  "one",
  "\n",
  "\n\n",
  "- ",
  " → ",
  "<summary>",
  "</user-messages>",
  "\n\n<read-files>\n",
  `${SUMMARY_PREAMBLE}, continued:`,
  "&lt;",
  "日",
];
const text = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
  .map((each) => each.join(""));
const blocks = fc.record({
  rules: fc.array(text, { maxLength: 2 }),
  segments: fc.array(fc.record({ user: fc.array(text, { maxLength: 3 }), summary: text }), {
    maxLength: 3,
  }),
  pins: fc.array(text, { maxLength: 2 }),
  reminders: fc.array(text, { maxLength: 2 }),
  names: fc.array(fc.constantFrom("Ada", "Grace 2"), { maxLength: 1 }),
  files: fc.array(fc.constantFrom("a.ts", "b c.ts"), { maxLength: 2 }),
});

describe("a prefix that is read back", () => {
  test("renders to the same text", () => {
    fc.assert(
      fc.property(blocks, ({ files, names, pins, reminders, rules, segments }) => {
        const name = names[0];
        const origin = name === undefined ? {} : { origin: { by: "user", name } as const };
        const messages = renderPrefix([
          PREAMBLE,
          ...(rules.length === 0
            ? []
            : [block("rules", rules.map((rule) => `- ${rule}`).join("\n"))]),
          ...segments.flatMap(({ summary, user }, index) => [
            ...user.map((said) => ({ ...block("user", said), ...origin, segment: index + 1 })),
            { ...block("summary", summary), segment: index + 1 },
          ]),
          ...pins.map((pin, index) => ({
            ...block("pin", pin),
            sourceId: `p${index}`,
            origin: { by: "tool", name: "fetch" } as const,
          })),
          ...reminders.map((reminder) => block("reminder", reminder)),
          ...(files.length === 0
            ? []
            : [block("digest", `<read-files>\n${files.join("\n")}\n</read-files>`)]),
        ]);
        const { length, state } = readPrefix([...messages, userMessage("next")]);
        expect(length).toBe(messages.length);
        expect(renderPrefix(state?.prefix ?? []).map(textOf)).toEqual(messages.map(textOf));
        expect(state?.digest?.filesRead ?? []).toEqual(files.toReversed());
        expect(state?.prefix.filter(({ kind }) => kind === "summary")).toHaveLength(
          segments.length,
        );
      }),
    );
  });

  test("has files of its own lists only, not those that a pinned text quotes", () => {
    const list = "<read-files>\nold.ts\n</read-files>";
    const quoting = { ...block("pin", `It said:\n\n${list}`), sourceId: "p" };
    const messages = renderPrefix([PREAMBLE, block("summary", list), quoting]);
    const { state } = readPrefix(messages);
    expect(state?.prefix).toHaveLength(3);
    expect(state?.digest).toBeNull();
  });

  test("is the start of the messages, after system text, and of no other author", () => {
    const [prefix] = renderPrefix([PREAMBLE, block("summary", "what was said")]) as [Message];
    const typed = userMessage(textOf(prefix));
    expect(readPrefix([typed]).state).toBeNull();
    expect(readPrefix([userMessage("Hello"), prefix]).state).toBeNull();
    expect(readPrefix([])).toMatchObject({ length: 0, state: null });
  });

  test.each([
    `${SUMMARY_PREAMBLE}.\n\n<summary>\nopen`,
    `${SUMMARY_PREAMBLE}.\n\n<other>\ntext\n</other>`,
    `${SUMMARY_PREAMBLE}.\n\n<summary>\na\n</summary>\n\nand more`,
  ])("is carried on as it was written: %j", (written) => {
    const message: Message = {
      role: "user",
      provenance: "summary",
      parts: [{ type: "text", text: written }],
    };
    const { state } = readPrefix([message]);
    expect([[], [written]]).toContainEqual(renderPrefix(state?.prefix ?? []).map(textOf));
  });
});
