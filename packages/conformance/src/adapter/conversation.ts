import assert from "node:assert/strict";
import {
  assistantMessage,
  type Item,
  type Message,
  type Policy,
  userMessage,
} from "@cutpoint/core";
import { type ReceivedRequest, startProvider, type Step } from "@cutpoint/provider-sim";
import type { AdapterRig, AdapterSetup, AdapterInstance, TurnResult } from "./rig.ts";
import { createScriptedSummarizer, type ScriptedSummarizer } from "./scripted-summarizer.ts";

/** A conversation with a host and a simulated provider. */
export type Conversation = AsyncDisposable &
  Pick<AdapterInstance, "stored" | "write" | "reopen"> & {
    readonly summarizer: ScriptedSummarizer;
    /** @param script answers of the model in this turn, followed by `OK.` */
    turn(input: string, script?: readonly Step[], signal?: AbortSignal): Promise<TurnResult>;
    /** Drops the answers of the script that no request took. */
    skip(): void;
    /** Requests that reached the provider, including rejected ones. */
    requests(): readonly ReceivedRequest[];
    /** Accepted requests, as messages. */
    seen(): readonly (readonly Message[])[];
  };

export type ConversationOptions = Partial<
  Pick<AdapterSetup, "background" | "model" | "system" | "tools" | "withAdapter" | "feature">
> & {
  readonly policy?: Policy;
  readonly summarizer?: ScriptedSummarizer;
  /** Window that the adapter is configured with, in tokens. Default: 100,000. */
  readonly windowTokens?: number;
  /** Messages that are stored before the first turn. Default: none. */
  readonly written?: readonly Message[];
  /** Window of the provider, in tokens. Default: `windowTokens`. */
  readonly realTokens?: number;
};

/** Compacts if the view has more than six messages, and keeps only the newest text. */
export const EAGER: Policy = {
  trigger: { type: "items", items: 6 },
  keep: { type: "tokens", tokens: 40 },
  minimumProgress: 0,
};

/** Never compacts. */
export const IDLE: Policy = { trigger: { type: "share", share: 1 } };

/** Creates a conversation with its own provider. */
export async function converse(
  rig: AdapterRig,
  options: ConversationOptions = {},
): Promise<Conversation> {
  const { windowTokens = 100_000, realTokens = windowTokens } = options;
  const summarizer = options.summarizer ?? createScriptedSummarizer();
  const steps: Step[] = [];
  const provider = await startProvider({
    windowTokens: realTokens,
    firstId: 1, // so that requests with and without the adapter are equal
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
      background: options.background ?? false,
    })
    .catch(async (error: unknown) => {
      await provider[Symbol.asyncDispose]();
      throw error;
    });
  if (options.written !== undefined) await world.write(asItems(options.written));
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
    skip: () => void steps.splice(0),
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

/** A conversation of about 3,300 tokens, in a window that the adapter assumes to be larger. */
export async function fullConversation(
  rig: AdapterRig,
  options: ConversationOptions = {},
): Promise<Conversation> {
  return converse(rig, {
    policy: {
      keep: { type: "tokens", tokens: 400 } as const,
      trigger: { type: "share", share: 1 },
      minimumProgress: 0,
    },
    written: smallTalk(25),
    ...options,
  });
}

export function asItems(messages: readonly Message[]): readonly Item[] {
  return messages.map((message, index) => ({ id: `written-${index + 1}`, message }));
}

/** Questions and answers of about 60 tokens each. */
export function smallTalk(turns: number): readonly Message[] {
  const filler = "one thing and another was weighed, measured and put down again. ".repeat(4);
  return Array.from({ length: turns }, (_, turn) => [
    userMessage(`Earlier question ${turn + 1}? ${filler}`),
    assistantMessage(`Earlier answer ${turn + 1}. ${filler}`),
  ]).flat();
}

/** Returns the text of a message, including its calls. */
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

/** Counts the messages that contain a text. */
export function countWith(messages: readonly Message[], text: string): number {
  return messages.filter((message) => wordsOf(message).includes(text)).length;
}

/** Asserts that the provider rejected no request, except for its size. */
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

/** Asserts that one compaction was made. A host that compacts after a turn may have made another one then. */
export function expectOneCompaction(
  { facts }: AdapterRig,
  { summarizer }: Pick<Conversation, "summarizer">,
): void {
  const made = summarizer.asked().length;
  const isSecondAllowed = facts.compactsAfterTurn === true && made === 2;
  if (!isSecondAllowed) assert.equal(made, 1, "there should be one compaction");
}

/** Returns the messages of the newest accepted request. */
export function newestSeen(conversation: Conversation): readonly Message[] {
  const newest = conversation.seen().at(-1);
  assert.ok(newest, "the provider should have answered a request");
  return newest;
}

/** Returns the error of a turn. */
export async function rejection(turn: Promise<unknown>, when: string): Promise<unknown> {
  try {
    await turn;
  } catch (error) {
    return error;
  }
  return assert.fail(`${when}, the turn should reject`);
}

/** Asserts that all messages that were stored before are still stored, in order. */
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
