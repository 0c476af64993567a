import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { describe, expect, test } from "vitest";
import { createCompactor } from "../../../packages/core/src/compactor/create-compactor.ts";
import { viewOf } from "../../../packages/core/src/view/view.ts";
import type { Item } from "../../../packages/core/src/message/item.ts";
import { emptyState, type CompactionState } from "../../../packages/core/src/message/state.ts";
import {
  assistantMessage,
  userMessage,
  toolMessage,
} from "../../../packages/core/src/message/message.ts";
import { parseMessage } from "../../../packages/core/src/schema/message-schema.ts";
import { workingTime } from "../../../packages/core/test/working-time.ts";

/** Rounds in which a tool is called with the same arguments. */
function rounds(name: string, given: string): readonly Item[] {
  return [0, 1, 2, 3].flatMap((round) => {
    const call = { callId: `c${round}`, name, arguments: given };
    return [
      { id: `u${round}`, message: userMessage(`Step ${round}. ${"Do it. ".repeat(40)}`) },
      { id: `a${round}`, message: assistantMessage("Working.", [call]) },
      { id: `t${round}`, message: toolMessage(call, "done ".repeat(2_000)) },
    ];
  });
}

const summarizer = createExtractiveSummarizer();
const request = { windowTokens: 20_000, force: true };

describe("arguments of a tool", () => {
  test.each([
    ["lists", 6_000, "[", "]"],
    ["lists", 100_000, "[", "]"],
    ["objects", 6_000, '{"a":', "}"],
    ["objects", 100_000, '{"a":', "}"],
  ])("%s of %d levels are compacted", async (_kind, levels, open, close) => {
    const given = `{"input":${open.repeat(levels)}1${close.repeat(levels)}}`;
    const { outcome } = await createCompactor({ summarizer }).fit(
      { items: rounds("run", given), state: null },
      request,
    );
    expect(outcome.type).toBe("compacted");
  });

  test.each([
    ["line breaks", "\n"],
    ["line separators", "\u2028"],
    ["blanks", " "],
    ["tabs", "\t"],
  ])("a patch of 128 kB of %s takes less than five seconds", async (_kind, character) => {
    const patch = `*** Begin Patch\n${character.repeat(128_000)}*** End Patch`;
    const items = rounds("apply_patch", JSON.stringify({ input: patch }));
    const start = process.cpuUsage();
    const { outcome } = await createCompactor({ summarizer }).fit({ items, state: null }, request);
    const { system, user } = process.cpuUsage(start);
    expect(outcome.type).toBe("compacted");
    expect((system + user) / 1000).toBeLessThan(5_000);
  });
});

describe("a message with a value that is not JSON is rejected, and the error names the field", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const getter = {
    get broken(): never {
      throw new Error("a getter");
    },
  };
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];

  test.each([
    ["a circle", circular, /^message\.parts\[0\]\.value\.self is/],
    ["a getter that throws", getter, /^message\.parts\[0\]\.value is/],
    ["toJSON", { toJSON: () => 1 }, /^message\.parts\[0\]\.value\.toJSON is/],
    [
      "100,000 levels",
      deep,
      /^message\.parts\[0\]\.value\[0\].{0,100}… is .{0,100}JSON of at most/,
    ],
  ])("%s", (_kind, value, words) => {
    const message = {
      role: "user",
      provenance: "user",
      parts: [{ type: "other", kind: "k", value }],
    };
    const parse = (): unknown => parseMessage(message);
    expect(parse).toThrow(expect.objectContaining({ code: "invalid-input" }));
    expect(parse).toThrow(words);
    expect(workingTime(() => expect(parse).toThrow(words))).toBeLessThan(1_000);
  });
});

describe("a damaged state is rejected with the field", () => {
  const items = rounds("run", "{}");
  const whole: CompactionState = { ...emptyState(), compactedThrough: "t0" };
  const damaged = Object.keys(whole)
    .filter((field) => field !== "requires")
    .flatMap((field) => {
      const { [field as keyof CompactionState]: _, ...without } = whole;
      return [
        [field, without],
        [field, { ...whole, [field]: 7 }],
      ] as const;
    })
    .filter(([field, state]) => field !== "version" || !("version" in state));

  const cases: readonly (readonly [field: string, value: unknown])[] = [
    ...damaged,
    ["prefix[0]", { ...whole, prefix: [null] }],
    ["prefix[0].part", { ...whole, prefix: [{ kind: "summary", sourceId: null }] }],
    ["prefix[0].part.text", { ...whole, prefix: [{ kind: "summary", part: { type: "text" } }] }],
    ["replacements.t1", { ...whole, replacements: { t1: "text" } }],
    ["replacements.t1[0]", { ...whole, replacements: { t1: [null] } }],
    ["digest.filesRead", { ...whole, digest: {} }],
    ["compacted.turnIds", { ...whole, compacted: {} }],
  ];

  test.each(cases)("%s", async (field, value) => {
    const state = value as CompactionState;
    const name = field.replaceAll(/[.[\]]/gu, String.raw`\$&`);
    const message: unknown = expect.stringMatching(`^state.${name} is `);
    const error: unknown = expect.objectContaining({ code: "invalid-input", message });
    const compactor = createCompactor({ summarizer });
    expect(() => viewOf({ items, state })).toThrow(error);
    expect(() => compactor.usage({ items, state })).toThrow(error);
    await expect(compactor.plan({ items, state }, request)).rejects.toThrow(error);
    await expect(compactor.fit({ items, state }, request)).rejects.toThrow(error);
    await expect(compactor.recover({ items, state }, new Error("x"), request)).rejects.toThrow(
      error,
    );
  });

  test.each([7, "state", [], undefined])("%j is not a state", (value) => {
    expect(() => viewOf({ items, state: value as unknown as CompactionState })).toThrow(
      /^state is /,
    );
  });
});
