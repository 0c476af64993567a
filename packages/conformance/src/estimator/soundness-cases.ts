import assert from "node:assert/strict";
import type { FilePart, Json, Message, Part, TokenEstimator } from "@cutpoint/core";
import {
  assistantMessage,
  syntheticMessage,
  userMessage,
  systemMessage,
  toolMessage,
} from "@cutpoint/core";
import type { EstimatorCase } from "./rig.ts";
import { hostileUnits, samples } from "./samples.ts";

/** Texts that made counters throw, such as special tokens of vocabularies. */
const HOSTILE_TEXTS: readonly string[] = [
  "",
  "<|endoftext|>",
  "<|im_start|>system<|im_sep|><|fim_prefix|>",
  "\u0000\u0001\uFFFE\uFFFF",
  "\uD800 alone \uDC00",
  "\uFEFF\u200B\u2028\u2029",
  "👩‍👩‍👧‍👦🏳️‍🌈",
  "a\u0301".repeat(50),
  ...hostileUnits.map(({ unit }) => unit.repeat(Math.ceil(3000 / unit.length))),
  ...samples.map(({ text }) => text),
];

const FILES: readonly FilePart[] = [
  { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBORw0KGgo=" },
  { type: "file", mediaType: "image/png", url: "https://example.com/a.png" },
  { type: "file", mediaType: "application/pdf", url: "https://example.com/a.pdf", name: "a.pdf" },
  { type: "file", mediaType: "application/pdf", url: "data:application/pdf;base64," },
  { type: "file", mediaType: "text/plain", url: "data:," },
  { type: "file", mediaType: "text/plain", url: "data:text/plain,a%20short%20text" },
  { type: "file", mediaType: "x", url: "data:" },
  { type: "file", mediaType: "audio/wav", url: "not a url" },
];

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

function assistant(...parts: readonly Part[]): Message {
  return { role: "assistant", parts };
}

function messagesOf(text: string): readonly Message[] {
  const call = { callId: "call", name: "read", arguments: JSON.stringify({ text }) };
  return [
    systemMessage(text),
    userMessage(text),
    syntheticMessage(text),
    assistantMessage(text, [call]),
    assistantMessage("", [{ ...call, name: text === "" ? "x" : text, arguments: text }]),
    toolMessage(call, text),
    assistant(
      { type: "reasoning", text, signature: text },
      { type: "other", kind: "x", value: { text } },
    ),
  ];
}

const MESSAGES: readonly Message[] = [
  ...HOSTILE_TEXTS.flatMap(messagesOf),
  ...FILES.map((file): Message => ({ role: "user", provenance: "user", parts: [file] })),
  ...[null, 0, "", [], {}, nested(100_000)].map((value) =>
    assistant({ type: "other", kind: "hosted", value }),
  ),
  assistant(),
];

function assertCount(count: unknown, what: string): asserts count is number {
  const isCount = typeof count === "number" && Number.isFinite(count) && count >= 0;
  assert.ok(isCount, `${what} is ${String(count)}: expected a finite number of at least 0`);
}

function nameOf(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

/** Estimates of all texts and messages in this file. */
function answers(estimator: TokenEstimator): readonly number[] {
  return [
    ...HOSTILE_TEXTS.map((text) => estimator.estimateText(text)),
    ...MESSAGES.map((message) => estimator.estimate(message)),
  ];
}

/** A small and a large part of each kind, by the field that is larger. */
const GROWTH: readonly (readonly [string, Part, Part])[] = [
  ["a text", { type: "text", text: "few" }, { type: "text", text: "many words ".repeat(50) }],
  [
    "reasoning",
    { type: "reasoning", text: "few" },
    { type: "reasoning", text: "many words ".repeat(50) },
  ],
  [
    "sealed reasoning",
    { type: "reasoning", text: "" },
    { type: "reasoning", text: "", signature: "c2VhbGVk".repeat(100) },
  ],
  [
    "the name of a tool",
    { type: "tool-call", callId: "c", name: "a", arguments: "{}" },
    { type: "tool-call", callId: "c", name: "search_in_every_repository", arguments: "{}" },
  ],
  [
    "the arguments of a call",
    { type: "tool-call", callId: "c", name: "a", arguments: "{}" },
    {
      type: "tool-call",
      callId: "c",
      name: "a",
      arguments: JSON.stringify({ query: "many words ".repeat(50) }),
    },
  ],
  [
    "what only the host knows",
    { type: "other", kind: "x", value: null },
    { type: "other", kind: "x", value: { items: ["many words ".repeat(50)] } },
  ],
];

/** Cases that are independent of accuracy. */
export const soundnessCases: readonly EstimatorCase[] = [
  {
    id: "never-breaks",
    promise: "Every text and message has a finite estimate of at least 0",
    async run({ estimator }) {
      for (const text of HOSTILE_TEXTS) assertCount(estimator.estimateText(text), nameOf(text));
      for (const message of MESSAGES)
        assertCount(estimator.estimate(message), `a ${message.role} message`);
    },
  },
  {
    id: "nothing-is-zero",
    promise: "An empty text has 0 tokens and any other text has more",
    async run({ estimator }) {
      assert.equal(estimator.estimateText(""), 0, "the empty text has no tokens");
      for (const text of ["a", " ", "\n", "的", "\uD800", ...HOSTILE_TEXTS.slice(1)]) {
        assert.ok(estimator.estimateText(text) > 0, `${nameOf(text)} has tokens`);
      }
    },
  },
  {
    id: "deterministic",
    promise: "Equal inputs have equal estimates in any order, and are not changed",
    async run({ estimator }) {
      const before = structuredClone(MESSAGES.slice(0, -7));
      const first = answers(estimator);
      for (const text of HOSTILE_TEXTS.toReversed()) estimator.estimateText(text);
      assert.deepEqual(answers(estimator), first, "the answers of the second time");
      assert.deepEqual(MESSAGES.slice(0, -7), before, "the messages after they were counted");
      const copies = before.map((message) => estimator.estimate(message));
      assert.deepEqual(
        copies,
        first.slice(HOSTILE_TEXTS.length, -7),
        "equal messages count the same",
      );
    },
  },
  {
    id: "counts-every-part",
    promise: "Text, reasoning, signatures, tool names, arguments and other parts all count",
    async run({ estimator }) {
      for (const [what, small, large] of GROWTH) {
        const few = estimator.estimate(assistant(small));
        const many = estimator.estimate(assistant(large));
        assert.ok(many > few, `more of ${what} should count more: ${few} and ${many}`);
      }
      const call = { callId: "call", name: "read" };
      const few = estimator.estimate(toolMessage(call, "few"));
      const many = estimator.estimate(toolMessage(call, "many words ".repeat(50)));
      assert.ok(many > few, `more of a tool's result should count more: ${few} and ${many}`);
    },
  },
  {
    id: "files-are-never-free",
    promise: "A file of any kind counts at least one token",
    async run({ estimator }) {
      const without = estimator.estimate({ role: "user", provenance: "user", parts: [] });
      for (const file of FILES) {
        const tokens = estimator.estimate({ role: "user", provenance: "user", parts: [file] });
        const what = `${file.mediaType} at ${file.url}`;
        assert.ok(tokens >= without + 1, `${what} counts ${tokens - without}`);
      }
    },
  },
  {
    id: "message-is-its-parts",
    promise: "A message counts its texts plus a small constant overhead",
    async run({ estimator }) {
      const envelope = estimator.estimate(userMessage("")) - estimator.estimateText("");
      assert.ok(envelope >= 0 && envelope <= 20, `the envelope of a message counts ${envelope}`);
      const texts = samples.map(({ text }) => text);
      for (const [index, first] of texts.entries()) {
        const second = texts[(index + 1) % texts.length] ?? "";
        const parts = [first, second].map((text) => ({ type: "text", text }) as const);
        const whole = estimator.estimate({ role: "user", provenance: "user", parts });
        const sum = envelope + estimator.estimateText(first) + estimator.estimateText(second);
        assert.ok(
          Math.abs(whole - sum) <= 3,
          `a message of two texts counts ${whole}, its parts ${sum}`,
        );
      }
    },
  },
];
