import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, test } from "vitest";
import { type Provider, startProvider, type Step } from "../src/index.ts";

type Params = Anthropic.Beta.MessageCreateParamsNonStreaming;
type Sent = Anthropic.Beta.BetaMessageParam;
type Received = Anthropic.Beta.BetaMessage;

const BINDING = "claude-opus-5-5";
const CONTROLS = "thinking-binding-controls-2026-08-01";
const DROP = {
  type: "adaptive",
  block_binding: { prefix_mismatch_behavior: "drop_block" },
} as const;
const CALLING: Step = {
  type: "answer",
  reasoning: "I must read it.",
  calls: [{ name: "read_file", arguments: "{}" }],
};
const TOOLS: Anthropic.Beta.BetaTool[] = [{ name: "read_file", input_schema: { type: "object" } }];

function thinks(number: number): Step {
  return { type: "answer", reasoning: `Thought ${number}.`, text: `Answer ${number}.` };
}

function start(): Promise<Provider> {
  let answers = 0;
  return startProvider({ windowTokens: 100_000, script: () => thinks((answers += 1)) });
}

const ways = ["without streaming", "streamed"] as const;

/** Sends a request as an app would, and returns the answer assembled by the client. */
async function ask(provider: Provider, params: Params, way: string): Promise<Received> {
  const client = new Anthropic({ apiKey: "none", baseURL: provider.url, maxRetries: 0 });
  return way === "streamed"
    ? client.beta.messages.stream(params).finalMessage()
    : client.beta.messages.create(params);
}

async function refusedWords(provider: Provider, params: Params, way: string): Promise<string> {
  const error: unknown = await ask(provider, params, way).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 400 });
  const { outcome } = provider.requests().at(-1)!;
  expect(outcome).toMatchObject({ type: "refused", rule: "anthropic/bound-thinking" });
  return outcome.type === "refused" ? outcome.message : "";
}

function request(messages: readonly Sent[], more: Partial<Params> = {}): Params {
  return {
    model: BINDING,
    max_tokens: 1_000,
    system: "Be brief.",
    messages: [...messages],
    ...more,
  };
}

const question = (text: string): Sent => ({ role: "user", content: text });
const answer = ({ content }: Received): Sent => ({ role: "assistant", content });

/** Returns a conversation with this many questions and answers, ending with a question. */
async function conversation(
  provider: Provider,
  turns: number,
  more: Partial<Params> = {},
): Promise<readonly Sent[]> {
  const messages: Sent[] = [question("Question 1?")];
  for (let turn = 1; turn <= turns; turn += 1) {
    const response = await ask(provider, request(messages, more), "without streaming");
    messages.push(answer(response), question(`Question ${turn + 1}?`));
  }
  return messages;
}

function withoutThinking(message: Sent | undefined): Sent {
  const { content = [] } = message ?? {};
  const kept = typeof content === "string" ? [] : content;
  return { role: "assistant", content: kept.filter(({ type }) => type !== "thinking") };
}

describe.each(ways)("thinking that is bound to what stands before it, %s", (way) => {
  test("is accepted after an unchanged prefix, also with moved cache points", async () => {
    await using provider = await start();
    const messages = await conversation(provider, 3, { tools: TOOLS });
    const point = { cache_control: { type: "ephemeral" } } as const;
    const system = [{ type: "text", text: "Be brief.", ...point } as const];
    const tools = TOOLS.map((tool) => ({ ...tool, ...point }));
    const response = await ask(provider, request(messages, { system, tools }), way);
    expect(response.content.map(({ type }) => type)).toEqual(["thinking", "text"]);
  });

  test("is rejected after another system text with the vendor's message", async () => {
    await using provider = await start();
    const messages = await conversation(provider, 1);
    const words = await refusedWords(provider, request(messages, { system: "Be long." }), way);
    expect(words).toBe(
      'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header. The `system` prompt differs from the one this block was created with.',
    );
    const asked = await refusedWords(
      provider,
      request(messages, { system: "Be long.", betas: [CONTROLS] }),
      way,
    );
    expect(asked).not.toContain("That setting requires");
  });

  test("is rejected after other tools and after a summary of the earlier messages", async () => {
    await using provider = await start();
    const messages = await conversation(provider, 3);
    await refusedWords(provider, request(messages, { tools: TOOLS }), way);
    const compacted = [question("A summary of the first question."), ...messages.slice(2)];
    expect(await refusedWords(provider, request(compacted), way)).toMatch(
      /^messages\.2\.content\.0:/,
    );
    const edited = messages.with(2, question("Question two?"));
    expect(await refusedWords(provider, request(edited), way)).toMatch(/^messages\.3\.content\.0:/);
  });

  test("after a compaction, newer thinking is accepted if the older thinking is left out", async () => {
    await using provider = await start();
    const messages = await conversation(provider, 2);
    const compacted = [
      question("A summary of the first question."),
      withoutThinking(messages[3]),
      question("Question 3?"),
    ];
    const response = await ask(provider, request(compacted), way);
    await ask(provider, request([...compacted, answer(response), question("And?")]), way);
    expect(provider.requests().map(({ outcome }) => outcome.type)).not.toContain("refused");
  });

  test("may be left out from the oldest on, but not from the middle", async () => {
    await using provider = await start();
    const messages = await conversation(provider, 3);
    const oldest = messages.with(1, withoutThinking(messages[1]));
    await ask(provider, request(oldest), way);
    const middle = messages.with(3, withoutThinking(messages[3]));
    expect(await refusedWords(provider, request(middle), way)).toContain(
      "messages.5.content.0: Invalid `signature`",
    );
    expect(await refusedWords(provider, request(middle), way)).toContain(
      "The `thinking` block that preceded this one when it was created is missing",
    );
  });

  test("is dropped and reported if the request asks for it", async () => {
    await using provider = await start();
    const messages = await conversation(provider, 2);
    const changed = [question("A summary."), ...messages.slice(2)];
    const drop = { betas: [CONTROLS], thinking: DROP };
    const response = await ask(provider, request(changed, drop), way);
    expect(response.input_transformations).toEqual([
      {
        type: "thinking_dropped",
        path: "messages.2.content.0",
        reason: "prefix_binding_mismatch",
      },
    ]);
    const received = provider.requests().at(-1)!;
    expect(received.withheldReasoning).toEqual(["messages.2.content.0"]);
    expect(received.messages.flatMap(({ parts }) => parts.map(({ type }) => type))).not.toContain(
      "reasoning",
    );
    const bare = changed.with(2, withoutThinking(changed[2]));
    await ask(provider, request(bare), way);
    expect(provider.requests().at(-1)?.inputTokens).toBe(received.inputTokens);
    const going = [...changed, answer(response), question("And?")];
    const next = await ask(provider, request(going, drop), way);
    expect(next.input_transformations).toHaveLength(1);
  });

  test("is dropped together with the thinking right after it", async () => {
    await using provider = await start();
    const [, old] = await conversation(provider, 1);
    const other = question("Another question?");
    const fresh = await ask(provider, request([other]), way);
    const joined: Sent = {
      role: "assistant",
      content: [
        ...[old, answer(fresh)].flatMap(({ content = [] }: Partial<Sent> = {}) =>
          typeof content === "string" ? [] : content.filter(({ type }) => type === "thinking"),
        ),
        { type: "text", text: "Done." },
      ],
    };
    const drop = { betas: [CONTROLS], thinking: DROP };
    const response = await ask(provider, request([other, joined, other], drop), way);
    expect(response.input_transformations?.map(({ path }) => path)).toEqual([
      "messages.1.content.0",
      "messages.1.content.1",
    ]);
    const alone = [other, answer(fresh), other];
    expect((await ask(provider, request(alone, drop), way)).input_transformations).toEqual([]);
  });

  test("is reported as an empty list if nothing was dropped, and only with the header", async () => {
    await using provider = await start();
    const messages = await conversation(provider, 1);
    const asked = await ask(provider, request(messages, { betas: [CONTROLS] }), way);
    expect(asked.input_transformations).toEqual([]);
    const other = await ask(provider, request(messages), way);
    expect(other).not.toHaveProperty("input_transformations");
  });
});

describe("which models bind thinking", () => {
  const binding = [
    "claude-fable-5-1",
    "claude-fable-5-2",
    "claude-mythos-5-2",
    "claude-opus-5-5",
    "claude-sonnet-5-5-20260915",
    "claude-haiku-5-5",
    "anthropic/claude-opus-5.5",
    "us.anthropic.claude-sonnet-5-5-v1:0",
    "claude-sonnet-7",
  ];
  const unbound = [
    "claude-3-7-sonnet-20250219",
    "claude-opus-4-5",
    "claude-opus-4-8",
    "claude-haiku-4-5-20251001",
    "claude-sonnet-4-5@20250929",
    "claude-opus-5",
    "claude-sonnet-5-20260401",
    "claude-fable-5",
    "global.anthropic.claude-opus-4-5-20251101-v1:0",
    "gpt-6-sol",
  ];

  test.each([
    ...binding.map((model) => [model, true] as const),
    ...unbound.map((model) => [model, false] as const),
  ])("%s: %s", async (model, binds) => {
    await using provider = await start();
    const messages = await conversation(provider, 1, { model });
    const asked = ask(provider, request(messages, { model, system: "Other." }), ways[0]);
    const isRefused = await asked.then(
      () => false,
      () => true,
    );
    expect(isRefused).toBe(binds);
  });

  test.each([
    ["claude-opus-4-5", true],
    [BINDING, false],
  ])("an open tool loop needs its thinking from %s: %s", async (model, needed) => {
    await using provider = await startProvider({
      windowTokens: 100_000,
      script: () => CALLING,
    });
    const enabled = {
      model,
      tools: TOOLS,
      thinking: { type: "enabled", budget_tokens: 100 },
    } as const;
    const response = await ask(provider, request([question("Read it.")], enabled), ways[0]);
    const id = response.content.find((block) => block.type === "tool_use")!.id;
    const messages: Sent[] = [
      question("Read it."),
      withoutThinking(answer(response)),
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "nothing" }] },
    ];
    await ask(provider, request(messages, enabled), ways[0]).catch(() => {});
    const { outcome } = provider.requests().at(-1)!;
    expect(outcome).toMatchObject(
      needed ? { type: "refused", rule: "anthropic/missing-thinking" } : { type: "answered" },
    );
  });

  test.each(["claude-opus-4-6", "claude-sonnet-4-6", "claude-haiku-4-5"])(
    "%s rejects the field that drops thinking",
    async (model) => {
      await using provider = await start();
      const asked = request([question("Hi")], { model, betas: [CONTROLS], thinking: DROP });
      await expect(ask(provider, asked, ways[0])).rejects.toThrow(
        "thinking.adaptive.block_binding: Extra inputs are not permitted",
      );
    },
  );

  test("models with the field that drops thinking accept it, whether they bind thinking or not", async () => {
    await using provider = await start();
    for (const model of ["claude-opus-4-7", "claude-opus-5", BINDING]) {
      const asked = request([question("Hi")], { model, betas: [CONTROLS], thinking: DROP });
      expect((await ask(provider, asked, ways[0])).input_transformations).toEqual([]);
    }
  });

  test("the field that drops thinking requires its header and enabled thinking", async () => {
    await using provider = await start();
    const bare = request([question("Hi")], { thinking: DROP });
    await expect(ask(provider, bare, ways[0])).rejects.toThrow("Extra inputs are not permitted");
    const disabled = { ...DROP, type: "disabled" } as unknown as typeof DROP;
    await expect(
      ask(provider, { ...bare, betas: [CONTROLS], thinking: disabled }, ways[0]),
    ).rejects.toThrow("thinking.disabled.block_binding: Extra inputs are not permitted");
  });
});
