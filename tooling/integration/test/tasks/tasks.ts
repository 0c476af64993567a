import assert from "node:assert/strict";
import { defaultSections } from "@cutpoint/prompts";
import { type Provider, type Script, startProvider } from "@cutpoint/provider-sim";

/** Runs a program of a host at a provider, with questions as arguments. Returns what it prints. */
export type RunTask = (
  task: string,
  provider: Provider,
  questions?: readonly string[],
) => Promise<string>;

const SUMMARY = defaultSections.map(({ heading }) => `${heading}\n- lamps on shelves`).join("\n\n");

const LONG = "The lamp stands on the upper shelf, beside the others. ".repeat(12);
const QUESTIONS = [
  "Remember: the code is BLUE-HERON-42.",
  ...Array.from(
    { length: 40 },
    (_, index) => `Where is lamp ${index + 1}? ${"Tell me. ".repeat(20)}`,
  ),
];

/** Answers at length, and calls the tool `recall` if it is asked for the code. */
const lamps: Script = ({ body, messages }) => {
  const last = messages.at(-1);
  const text = JSON.stringify(last?.parts);
  if ((body as { model: string }).model === "gpt-5.4-mini") return SUMMARY;
  if (last?.role === "tool") return `It is ${/BLUE-HERON-\d+/u.exec(text)?.[0]}.`;
  if (text.includes("What was the code?"))
    return { type: "answer", calls: [{ name: "recall", arguments: '{"query":"code"}' }] };
  return LONG;
};

/** Reads pages 1 to 30, and then answers. */
function manual(): Script {
  let page = 0;
  return () => {
    page += 1;
    if (page > 30) return "The last page is 30.";
    return { type: "answer", calls: [{ name: "read", arguments: `{"page":${page}}` }] };
  };
}

/** Runs and checks the five programs of a host. Each returns what its program prints. */
export const tasks: Readonly<Record<string, (run: RunTask) => Promise<string>>> = {
  async "chat-on-disk"(run) {
    await using provider = await startProvider({ windowTokens: 8000, script: () => LONG });
    const first = await run("chat-on-disk", provider, QUESTIONS);
    assert.match(first.split("\n")[40] ?? "", /^82 (?:messages|items): The lamp stands/);
    const again = await run("chat-on-disk", provider, ["What was the code?"]);
    assert.match(again, /^84 (?:messages|items): The lamp stands/);
    assert.match(lastMessages(provider), /BLUE-HERON-42/);
    assertAnswered(provider, 42);
    assert.ok(provider.requests().every(({ inputTokens }) => inputTokens < 5000));
    return first + again;
  },

  async "small-window"(run) {
    await using provider = await startProvider({ windowTokens: 8000, script: manual() });
    const printed = await run("small-window", provider);
    const expected = /^The last page is 30\.\n62 (?:messages|items), [2-9] compactions\n$/;
    assert.match(printed, expected);
    assertAnswered(provider, 31);
    return printed;
  },

  async "cheap-summaries"(run) {
    await using provider = await startProvider({ windowTokens: 100_000, script: lamps });
    const printed = await run("cheap-summaries", provider, QUESTIONS);
    assert.match(printed, /^(?:\S*gpt-5\.4-mini: 4\d\d\d tokens became [1-3]\d\d\d\n){2,}$/);
    assert.match(lastMessages(provider), /lamps on shelves/);
    return printed;
  },

  async "show-compaction"(run) {
    await using provider = await startProvider({ windowTokens: 100_000, script: lamps });
    const printed = await run("show-compaction", provider, QUESTIONS);
    assert.match(
      printed,
      /^(?:(?:near-limit\n)?started: 4\d\d\d tokens\napplied: [1-9]\d{2,3} tokens\n){2}/,
    );
    // The summary may grow until the next compaction saves too little.
    assert.match(
      printed,
      /^(?:(?:near-limit\n)?started: \d{4} tokens\n(?:applied: [1-9]\d{2,3} tokens|skipped)\n)+$/,
    );
    return printed;
  },

  async "look-up"(run) {
    await using provider = await startProvider({ windowTokens: 100_000, script: lamps });
    const printed = await run("look-up", provider, [...QUESTIONS, "What was the code?"]);
    assert.equal(printed.trimEnd().split("\n").at(-1), "It is BLUE-HERON-42.");
    assert.match(lastMessages(provider), /The conversation history/);
    return printed;
  },
};

function lastMessages(provider: Provider): string {
  return JSON.stringify(provider.requests().at(-1)?.messages);
}

function assertAnswered(provider: Provider, requests: number): void {
  const outcomes = provider.requests().map(({ outcome }) => outcome.type);
  assert.deepEqual(
    outcomes,
    Array.from({ length: requests }, () => "answered"),
  );
}
