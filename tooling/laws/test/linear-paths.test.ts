import {
  assistantMessage,
  compactMessages,
  createCompactor,
  findRules,
  isContextOverflow,
  type Message,
  redactSecrets,
  userMessage,
} from "@cutpoint/core";
import { escapeTags } from "@cutpoint/core/kit";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { fromModelMessages, toModelMessages } from "@cutpoint/adapter-ai-sdk";
import { fromAgentItems } from "@cutpoint/adapter-openai-agents";
import { toStrandsMessages } from "@cutpoint/adapter-strands";
import { fromUnits, sortedJson, wellFormedJson } from "@cutpoint/host-kit";
import { anthropicCodec, responsesCodec } from "@cutpoint/host-kit/http";
import { readSession } from "@cutpoint/readers";
import { describe, expect, test } from "vitest";
import { namedRule, replacementTest } from "../../../packages/rules/src/index.ts";
import { readProviderError } from "../../../packages/provider-errors/src/index.ts";
import { redactStream } from "../../../packages/redact/src/index.ts";
import { growthOf, type Path, pumped } from "../src/laws/growth.ts";

/** Pieces of the structures that the paths recognize: lists, tables, fences, headings, quotes, calls, ids, names. */
const UNITS = [
  ..."-|`#>*[](){}<\"'\\ \t\n".split(""),
  "- a\n",
  "1. step one\n",
  "- [x] y\n",
  "| a | b |\n",
  "```ts\nx\n```\n",
  "# h\n",
  "## Done\n- x\n",
  "> q\n",
  "**b** `c` ",
  "[a](b) ",
  "</summary>",
  "[User]: ",
  '{"a":',
  '[{"a":[',
  "a. ",
  "A. B. ",
  "e.g. ",
  "not ",
  "Always use tabs. ",
  "Never use x. ",
  "x is now y. ",
  "user: hi\n",
  "/a/b/c.ts ",
  "src/a.ts:1:2 ",
  "a.b-c_d",
  "http://a.b/c?d=e&",
  "key=",
  "password: ",
  "sk-",
  "eyJ",
  "-----BEGIN ",
  "0",
  "1,000 ",
  "x=1\n",
  "Error: a\n  at b (c.ts:1:1)\n",
  "FAIL ✓ ok\n",
  "$ ls\n",
  "diff --git a b\n@@ -1 +1 @@\n+a\n-b\n",
  "import x from 'y'\n",
  "\u200b",
  "\u0085",
  "\u2028",
  "漢字。",
  "😀",
  "\ud83d",
  "\r\n",
  "data: {}\n\n",
  '{"role":"user","content":"a"},',
  "-----BEGIN RSA PRIVATE KEY-----\nab\n",
  "*** Update File: a.ts\n@@\n-a\n+b\n",
];

const summarizer = createExtractiveSummarizer();
const END = [userMessage("And now?"), assistantMessage("It is done."), userMessage("Thanks.")];

/** Requests that name work of their own with a common word, in turn finished and left open. */
function requests(characters: number): readonly Message[] {
  return Array.from({ length: characters / 100 }, (_, turn) => {
    const call = { callId: `c${turn}`, name: "edit", arguments: `{"path":"${turn}.ts"}` };
    const done: Message = { role: "tool", callId: call.callId, name: "edit", parts: [] };
    return [
      userMessage(`Port tests: alpha${turn} beta${turn} delta${turn}.`),
      { role: "assistant" as const, parts: [{ type: "tool-call" as const, ...call }] },
      done,
      assistantMessage(
        turn % 2 === 0 ? "Fixed." : `Tests fail. You need to write gamma${turn} omega${turn} next.`,
      ),
    ];
  }).flat();
}

/** A call of a tool with its result. */
function called(id: string, name: string, given: object, text = "ok"): readonly Message[] {
  const call = { callId: id, name, arguments: JSON.stringify(given) };
  return [
    { role: "assistant", parts: [{ type: "tool-call", ...call }] },
    { role: "tool", callId: id, name, parts: [{ type: "text", text }] },
  ];
}

const word = (place: number): string => (place + 1_000).toString(36).repeat(3);

/** The messages of one element, by what there are many of. */
const MANY: Readonly<Record<string, (place: number) => readonly Message[]>> = {
  "failed commands": (place) =>
    called(`c${place}`, "bash", { command: `npm test -- ${place}` }, `FAIL ${place}\nexit code 1`),
  "edited files": (place) =>
    called(`c${place}`, "edit", { path: `${word(place)}.ts`, old_string: "a", new_string: "b" }),
  "reads of a file": (place) => called(`c${place}`, "read", { path: "a.ts" }, "const a = 1;"),
  "calls with one id": (place) => called("c", "read", { path: `${place}.ts` }),
  "calls without results": (place) => called(`c${place}`, "read", {}).slice(0, 1),
  "results without calls": (place) => called(`c${place}`, "read", {}).slice(1),
  rules: (place) => [userMessage(`Always run ${word(place)} first.`), assistantMessage("Ok.")],
};

/** Results of one answer in the AI SDK, there and back. */
function sdkResults(count: number): unknown {
  const content = Array.from({ length: count }, (_, place) => ({
    type: "tool-result" as const,
    toolCallId: `c${place}`,
    toolName: "read",
    output: { type: "text" as const, value: "ok" },
  }));
  return toModelMessages(fromModelMessages([{ role: "tool", content }]));
}

/** Calls of Responses, then their results. */
function responsesCalls(count: number): unknown {
  const ids = Array.from({ length: count }, (_, place) => `c${place}`);
  const calls = ids.map((id) => ({
    type: "function_call",
    call_id: id,
    name: "read",
    arguments: "{}",
  }));
  const results = ids.map((id) => ({ type: "function_call_output", call_id: id, output: "ok" }));
  return fromUnits(responsesCodec.split([...calls, ...results]), responsesCodec);
}

/** Calls of the Agents SDK, then their results. */
function agentCalls(count: number): unknown {
  const ids = Array.from({ length: count }, (_, place) => `c${place}`);
  const named = { name: "read", status: "completed" as const };
  const output = { type: "text" as const, text: "ok" };
  return fromAgentItems([
    ...ids.map((callId) => ({ type: "function_call" as const, callId, arguments: "{}", ...named })),
    ...ids.map((callId) => ({ type: "function_call_result" as const, callId, output, ...named })),
  ]);
}

/** Anthropic's results of one answer, in the order of their calls or not. */
function anthropicResults(count: number): unknown {
  const ids = Array.from({ length: count }, (_, place) => `c${place}`);
  const calls = ids.map((id) => ({ type: "tool_use", id, name: "read", input: {} }));
  const results = ids.toReversed().map((id) => ({ type: "tool_result", tool_use_id: id }));
  const messages = [
    { role: "assistant", content: calls },
    { role: "user", content: results },
  ];
  return fromUnits(anthropicCodec.split(messages), anthropicCodec);
}

/** What is read or written, by what a list contains many of. */
const LISTS: Readonly<Record<string, (count: number) => unknown>> = {
  "results of Anthropic Messages": anthropicResults,
  "results of the AI SDK": sdkResults,
  "calls of Responses": responsesCalls,
  "calls of the Agents SDK": agentCalls,
  "user messages of Strands": (count) =>
    toStrandsMessages(Array.from({ length: count }, () => userMessage("Hi."))),
};

const compact = (messages: readonly Message[]): unknown =>
  compactMessages([...messages, ...END], { budgetTokens: 5_000, summarizer });

const PATHS: Readonly<Record<string, Path>> = {
  tags: escapeTags,
  "an error": (text) => isContextOverflow(new Error(text)),
  secrets: redactSecrets,
  "a question": (text) => compact([userMessage(text), assistantMessage("Done.")]),
  "an answer": (text) => compact([userMessage("Go."), assistantMessage(text)]),
  "a result": (text) =>
    compact([
      userMessage("Go."),
      ...called("c1", "read", { path: "a.ts" }, text),
      assistantMessage("Done."),
    ]),
  "a failed command": (text) =>
    compact([
      userMessage("Go."),
      ...called("c", "bash", { command: text }, `${text}\nexit code 1`),
    ]),
  "an edit": (text) =>
    compact([userMessage("Go."), ...called("c", "edit", { path: "a.ts", new_string: text })]),
  "a patch": (text) =>
    compact([userMessage("Go."), ...called("c", "apply_patch", { input: patchOf(text) })]),
  "a summary of a model": (text) =>
    compactMessages([userMessage("Go. ".repeat(9_000)), assistantMessage("Yes."), ...END], {
      budgetTokens: 5_000,
      summarizer: [
        { name: "model", summarize: async () => ({ text, method: "model", calls: 1 }) },
        summarizer,
      ],
    }),
  "a damaged file": (text) =>
    readSession(`${line(0, "Hi.")}\n${line(1, "").slice(0, -9)}${text}\n`),
  "a transcript": (text) => readSession(`${line(0, text)}\n${line(1, text)}\n`),
};

function patchOf(text: string): string {
  return `*** Begin Patch\n*** Update File: a.ts\n${text}\n*** End Patch`;
}

/** A record of Claude Code. */
function line(index: number, content: string): string {
  const type = index % 2 === 0 ? "user" : "assistant";
  const parentUuid = index === 0 ? null : `u${index - 1}`;
  const message = { role: type, content: [{ type: "text", text: content }] };
  return JSON.stringify({ type, uuid: `u${index}`, parentUuid, sessionId: "s", message });
}

const at = "2026-01-01T00:00:00Z";

/** The files with many records of one kind. */
const FILES: Readonly<Record<string, (count: number) => readonly object[]>> = {
  "compactions of Codex": (count) => codexFile(count, { type: "compacted", payload: {} }),
  "rollbacks of Codex": (count) =>
    codexFile(count, { type: "event_msg", payload: { type: "thread_rolled_back", num_turns: 1 } }),
  "compactions of pi": (count) => [
    { type: "session", version: 3, id: "s", timestamp: at, cwd: "/w" },
    ...Array.from({ length: count }, (_, index) => ({
      id: `e${index}`,
      parentId: index === 0 ? null : `e${index - 1}`,
      timestamp: at,
      ...(index % 2 === 0
        ? { type: "message", message: { role: "user", content: "Hi." } }
        : { type: "compaction", summary: "Hi.", firstKeptEntryId: `e${index - 1}` }),
    })),
  ],
};

/** Records of Codex: messages of the user, then as many of another kind. */
function codexFile(count: number, record: object): readonly object[] {
  const content = [{ type: "input_text", text: "Hi." }];
  const said = { type: "response_item", payload: { type: "message", role: "user", content } };
  return [
    { type: "session_meta", payload: { id: "s", timestamp: at, cwd: "/w" } },
    ...Array.from({ length: count / 2 }, () => said),
    ...Array.from({ length: count / 2 }, () => record),
  ].map((each) => ({ timestamp: at, ...each }));
}

/** Functions without a compaction: a call takes a few ms. */
const QUICK: Readonly<Record<string, Path>> = {
  "a stream of secrets": (text) => Array.fromAsync(redactStream(text.match(/.{1,64}/gsu) ?? [])),
  "an error with fields": (text) =>
    readProviderError({ status: 400, error: { message: text, code: text, type: text } }),
  rules: findRules,
  "the name of a rule": (text) => namedRule(text, [text.slice(0, 1_000), "Always use tabs."]),
  "a replaced value": (text) => replacementTest(text)(text),
  "JSON of a host": (text) => [sortedJson([text, { [text]: text }]), wellFormedJson([text])],
  "a file of any kind": (text) => readSession(text).catch(() => null),
  "a list that is cut off": (text) =>
    readSession(`[{"role":"user","content":"Hi."},${text}`).catch(() => null),
};

describe("the time grows with the length of a text", () => {
  test.each(Object.entries(PATHS))("for %s", { tags: ["long"] }, async (_, path) => {
    const faster: string[] = [];
    for (const unit of UNITS) {
      const exponent = await growthOf(path, unit);
      if (exponent !== null) faster.push(`${JSON.stringify(unit)}: ${exponent.toFixed(2)}`);
    }
    expect(faster).toEqual([]);
  });

  test.each(Object.entries(QUICK))("for %s", async (_, path) => {
    const faster: string[] = [];
    for (const unit of UNITS) if ((await growthOf(path, unit)) !== null) faster.push(unit);
    expect(faster).toEqual([]);
  });

  test("for the records of a transcript", { tags: ["long"] }, async () => {
    const path: Path = ({ length }) =>
      readSession(Array.from({ length: length / 10 }, (_, index) => line(index, "Hi.")).join("\n"));
    expect(await growthOf(path, "x")).toBeNull();
  });

  test.each(Object.entries(FILES))("for %s", { tags: ["long"] }, async (_, recordsOf) => {
    const path: Path = ({ length }) =>
      readSession(
        recordsOf(length / 20)
          .map((record) => JSON.stringify(record))
          .join("\n"),
      );
    expect(await growthOf(path, "x")).toBeNull();
  });

  test("for requests about different work", { tags: ["long"] }, async () => {
    const path: Path = ({ length }) =>
      compactMessages(requests(length), { budgetTokens: 5_000, summarizer });
    expect(await growthOf(path, "x")).toBeNull();
  });

  test.each(Object.entries(MANY))("for many %s", { tags: ["long"] }, async (_, messagesOf) => {
    const path: Path = ({ length }) =>
      compact(Array.from({ length: length / 100 }, (_, place) => messagesOf(place)).flat());
    expect(await growthOf(path, "x")).toBeNull();
  });

  test.each(Object.entries(LISTS))("for many %s", { tags: ["long"] }, async (_, listOf) => {
    expect(await growthOf(({ length }) => listOf(length / 20), "x")).toBeNull();
  });

  test("a list that is copied for each of its lines is found", { tags: ["long"] }, async () => {
    const copying: Path = (text) => {
      let list: readonly string[] = [];
      for (const line of text.split("\n")) list = [...list, line];
      return list;
    };
    expect(await growthOf(copying, "- a of a list\n")).toBeGreaterThan(1.15);
  });
});

test(
  "a deadline ends a compaction of any text within twice its time",
  { tags: ["long"] },
  async () => {
    const deadlineMs = 2_000;
    const hanging = { name: "hanging", summarize: () => new Promise<never>(() => {}) };
    const compactor = createCompactor({
      summarizer: [hanging, summarizer],
      summaries: { deadlineMs },
      policy: { windowTokens: 4_000 },
    });
    for (const unit of ["- a\n", "1. step one\n", "Error: a\n  at b (c.ts:1:1)\n"]) {
      const items = [userMessage("Go."), assistantMessage(pumped(unit, 200_000)), ...END].map(
        (message, index) => ({ id: `i${index}`, message }),
      );
      const start = performance.now();
      const { outcome } = await compactor.fit({ items, state: null });
      expect(outcome.type).toBe("compacted");
      expect(performance.now() - start).toBeLessThan(2 * deadlineMs);
    }
  },
);
