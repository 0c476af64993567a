import assert from "node:assert/strict";
import type { Item, Message, Policy } from "@cutpoint/core";
import { type ReceivedRequest, startProvider, type Step } from "@cutpoint/provider-sim";
import type { AdapterRig, AdapterSetup, AdapterInstance, TurnResult } from "./rig.ts";
import { createScriptedSummarizer, type ScriptedSummarizer } from "./scripted-summarizer.ts";

/** A conversation that a case holds, with the provider that answers it. */
export type Conversation = AsyncDisposable &
  Pick<AdapterInstance, "stored" | "write" | "reopen"> & {
    readonly summarizer: ScriptedSummarizer;
    /** @param script what the model does with the requests of this turn; then it says `OK.` */
    turn(input: string, script?: readonly Step[], signal?: AbortSignal): Promise<TurnResult>;
    /** What reached the provider since the conversation began. */
    requests(): readonly ReceivedRequest[];
    /** Those that it took, as messages. */
    seen(): readonly (readonly Message[])[];
  };

export type ConversationOptions = Partial<
  Pick<AdapterSetup, "model" | "system" | "tools" | "withAdapter" | "feature">
> & {
  readonly policy?: Policy;
  readonly summarizer?: ScriptedSummarizer;
  /** What the adapter is told of the window, in tokens. Default 100,000. */
  readonly windowTokens?: number;
  /** What the provider's window really holds, in tokens. Default: what the adapter is told. */
  readonly realTokens?: number;
};

/** Due as soon as the view holds more than six messages, and then only the newest words stay. */
export const EAGER: Policy = {
  trigger: { type: "items", items: 6 },
  keepTokens: 40,
  minimumProgress: 0,
};

/** Never due. */
export const IDLE: Policy = { trigger: { type: "share", share: 1 } };

/** Sets up a conversation over a provider of its own. */
export async function converse(
  rig: AdapterRig,
  options: ConversationOptions = {},
): Promise<Conversation> {
  const { windowTokens = 100_000, realTokens = windowTokens } = options;
  const summarizer = options.summarizer ?? createScriptedSummarizer();
  const steps: Step[] = [];
  const provider = await startProvider({
    windowTokens: realTokens,
    script: () => steps.shift() ?? "OK.",
  });
  const world = await rig
    .create({
      url: provider.url,
      model: options.model ?? "simulated",
      windowTokens,
      policy: options.policy ?? IDLE,
      summarizer,
      system: options.system ?? null,
      tools: options.tools ?? [],
      withAdapter: options.withAdapter ?? true,
      feature: options.feature ?? null,
    })
    .catch(async (error: unknown) => {
      await provider[Symbol.asyncDispose]();
      throw error;
    });
  return {
    summarizer,
    async turn(input, script = [], signal = new AbortController().signal) {
      steps.push(...script);
      try {
        return await world.turn(input, signal);
      } catch (error) {
        expectNoBrokenRules({ requests: () => provider.requests() }, "in a turn");
        throw error;
      }
    },
    requests: () => provider.requests(),
    seen: () =>
      provider
        .requests()
        .filter(({ outcome }) => outcome.type === "answered")
        .map(({ messages }) => messages),
    stored: () => world.stored(),
    write: (items) => world.write(items),
    reopen: (what) => world.reopen(what),
    async [Symbol.asyncDispose]() {
      await using _ = provider;
      await world[Symbol.asyncDispose]();
    },
  };
}

/** Messages as the items of a history that nobody has named yet. */
export function asItems(messages: readonly Message[]): readonly Item[] {
  return messages.map((message, index) => ({ id: `written-${index + 1}`, message }));
}

/** Questions and answers, each of about 60 tokens. */
export function smallTalk(turns: number): readonly Message[] {
  const filler = "one thing and another was weighed, measured and put down again. ".repeat(4);
  return Array.from({ length: turns }, (_, turn): readonly Message[] => [
    {
      role: "user",
      provenance: "user",
      parts: [{ type: "text", text: `Earlier question ${turn + 1}? ${filler}` }],
    },
    {
      role: "assistant",
      parts: [{ type: "text", text: `Earlier answer ${turn + 1}. ${filler}` }],
    },
  ]).flat();
}

/** All words of a message, those of its calls too. */
export function wordsOf(message: Message): string {
  const parts: Message["parts"] = message.parts;
  return parts
    .map((part) => {
      if (part.type === "text" || part.type === "reasoning") return part.text;
      if (part.type === "tool-call") return part.arguments;
      return JSON.stringify(part);
    })
    .join("\n");
}

/** How many messages hold a text. */
export function countWith(messages: readonly Message[], text: string): number {
  return messages.filter((message) => wordsOf(message).includes(text)).length;
}

/** Nothing that reached the provider was refused by a rule of the wire; the size of the window is none. */
export function expectNoBrokenRules(
  conversation: Pick<Conversation, "requests">,
  when: string,
): void {
  for (const { outcome, index } of conversation.requests()) {
    if (outcome.type !== "refused" || /\/context-(?:window|limit)$/.test(outcome.rule)) continue;
    assert.fail(
      `${when}, request ${index + 1} breaks the rule ${outcome.rule}: ${outcome.message}`,
    );
  }
}

/** The messages of the newest request that the provider took. */
export function newestSeen(conversation: Conversation): readonly Message[] {
  const newest = conversation.seen().at(-1);
  assert.ok(newest, "the provider should have answered a request");
  return newest;
}

/** What a turn rejected with. */
export async function rejection(turn: Promise<unknown>, when: string): Promise<unknown> {
  try {
    await turn;
  } catch (error) {
    return error;
  }
  return assert.fail(`${when}, the turn should reject`);
}

/** Everything that was stored before is stored after, in its order. */
export function expectStillStored(
  before: readonly Item[],
  after: readonly Item[],
  when: string,
): void {
  const left = after.map((item) => wordsOf(item.message));
  let at = 0;
  for (const item of before) {
    const words = wordsOf(item.message);
    const found = left.indexOf(words, at);
    assert.notEqual(found, -1, `${when}, ${JSON.stringify(words.slice(0, 60))} should be stored`);
    at = found + 1;
  }
}
