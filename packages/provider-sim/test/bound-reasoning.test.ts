import OpenAI from "openai";
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from "openai/resources/responses/responses";
import { describe, expect, test } from "vitest";
import { type Provider, startProvider } from "../src/index.ts";

type Params = Omit<ResponseCreateParamsNonStreaming, "stream">;

const ways = ["without streaming", "streamed"] as const;

function start(): Promise<Provider> {
  let answers = 0;
  return startProvider({
    windowTokens: 100_000,
    script: () => {
      answers += 1;
      return { type: "answer", reasoning: `Thought ${answers}.`, text: `Answer ${answers}.` };
    },
  });
}

async function ask(provider: Provider, params: Params, way: string): Promise<Response> {
  const client = new OpenAI({ apiKey: "none", baseURL: `${provider.url}/v1`, maxRetries: 0 });
  return way === "streamed"
    ? client.responses.stream(params).finalResponse()
    : client.responses.create(params);
}

function idOf(item: ResponseInputItem | undefined): string {
  return item !== undefined && "id" in item ? (item.id ?? "") : "";
}

const question = (text: string): ResponseInputItem => ({ role: "user", content: text });

function request(input: readonly ResponseInputItem[], more: Partial<Params> = {}): Params {
  return {
    model: "gpt-6-sol",
    store: false,
    instructions: "Be brief.",
    input: [...input],
    ...more,
  };
}

async function conversation(
  provider: Provider,
  more: Partial<Params> = {},
): Promise<readonly ResponseInputItem[]> {
  const first = question("Question 1?");
  const response = await ask(provider, request([first], more), ways[0]);
  return [first, ...(response.output as ResponseInputItem[]), question("Question 2?")];
}

describe.each(ways)("reasoning that is bound to what stands before it, %s", (way) => {
  test("is shown to the model after an unchanged prefix", async () => {
    await using provider = await start();
    const input = await conversation(provider);
    const response = await ask(provider, request(input), way);
    expect(response.input_transformations).toBeUndefined();
    const { messages, withheldReasoning } = provider.requests()[1]!;
    expect(messages.flatMap(({ parts }) => parts.map(({ type }) => type))).toContain("reasoning");
    expect(withheldReasoning).toEqual([]);
  });

  test.each([
    ["other instructions", { instructions: "Be long." }],
    ["other tools", { tools: [{ type: "web_search" }] }],
  ] as const)("is left out behind %s, and the answer says so", async (_, change) => {
    await using provider = await start();
    const input = await conversation(provider);
    const id = idOf(input[1]);
    const response = await ask(provider, request(input, change as Partial<Params>), way);
    expect(response.input_transformations).toEqual([
      { type: "reasoning", id, action: "removed", reason: "prefix_mismatch" },
    ]);
    const { messages, withheldReasoning } = provider.requests()[1]!;
    expect(messages.flatMap(({ parts }) => parts.map(({ type }) => type))).not.toContain(
      "reasoning",
    );
    expect(withheldReasoning).toEqual([id]);
  });

  test("is left out after a summary, and later reasoning stays", async () => {
    await using provider = await start();
    const input = [question("A summary."), ...(await conversation(provider)).slice(1)];
    const response = await ask(provider, request(input), way);
    expect(response.input_transformations).toHaveLength(1);
    const going = [...input, ...(response.output as ResponseInputItem[]), question("And?")];
    const next = await ask(provider, request(going), way);
    expect(next.input_transformations).toEqual(response.input_transformations);
  });

  test("is found by its id if the response was stored", async () => {
    await using provider = await start();
    const [first, reasoning, ...rest] = await conversation(provider, { store: true });
    const bare: ResponseInputItem = { type: "reasoning", id: idOf(reasoning), summary: [] };
    const kept = await ask(provider, request([first!, bare, ...rest]), way);
    expect(kept.input_transformations).toBeUndefined();
    const changed = await ask(provider, request([question("Other."), bare, ...rest]), way);
    expect(changed.input_transformations).toHaveLength(1);
  });
});

test("an older model accepts its reasoning after any prefix", async () => {
  await using provider = await start();
  const input = await conversation(provider, { model: "gpt-5.2" });
  const response = await ask(
    provider,
    request(input, { model: "gpt-5.2", instructions: "Be long." }),
    ways[0],
  );
  expect(response.input_transformations).toBeUndefined();
  expect(provider.requests()[1]?.withheldReasoning).toEqual([]);
});
