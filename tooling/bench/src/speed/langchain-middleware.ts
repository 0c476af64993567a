import { createLangChainSummarizer } from "@cutpoint/adapter-langchain";
import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import type { CompactionState, Policy } from "@cutpoint/core";
import { defaultSections } from "@cutpoint/prompts";
import { AIMessage, type BaseMessage, SystemMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { createMiddleware } from "langchain";
import { conversationOf } from "./conversations.ts";
import { chainMessage } from "./chain-message.ts";

const KEEP_TOKENS = 20_000;

/** A trigger that each conversation reaches. */
export const SOON_TOKENS = 40_000;

const SUMMARY = defaultSections.map(({ heading }) => `${heading}\n- What was said.`).join("\n\n");

/** Returns a summary that each summary prompt accepts, without delay. */
const model = new FakeListChatModel({ responses: [SUMMARY] });

/** Creates `length` messages of LangChain. */
export function messagesOf(length: number): BaseMessage[] {
  return conversationOf(length).map(({ message }, place) => chainMessage(message, place));
}

/** Runs our middleware around an instant model call. Returns the state if a compaction ran. */
export type Ours = (
  messages: BaseMessage[],
  state: CompactionState | null,
) => Promise<CompactionState | null>;

/** @param trigger in tokens; a function is called at each check */
export function ours(trigger: number | (() => number)): Ours {
  const policyOf = (tokens: number): Policy => ({
    windowTokens: Math.max(200_000, tokens),
    keep: { type: "tokens", tokens: KEEP_TOKENS },
    trigger: { type: "tokens", tokens },
  });
  return around(
    createCompactionMiddleware({
      summarizer: createLangChainSummarizer(model),
      policy: typeof trigger === "number" ? policyOf(trigger) : () => policyOf(trigger()),
    }),
  );
}

/** The lower bound: a middleware that passes each request on unchanged. */
export function passThrough(): Ours {
  return around(
    createMiddleware({
      name: "Nothing",
      wrapModelCall: async (request, handler) => handler(request),
    }),
  );
}

export function around({ wrapModelCall }: { readonly wrapModelCall?: unknown }): Ours {
  const systemMessage = new SystemMessage("You are brief.");
  const answer = new AIMessage("OK.");
  const wrap = wrapModelCall as (
    request: object,
    handler: () => Promise<AIMessage>,
  ) => Promise<{ readonly update?: { readonly _cutpoint?: CompactionState } }>;
  return async (messages, compaction) => {
    const state = { messages, _cutpoint: compaction };
    const request = { model, messages, systemMessage, tools: [], state, runtime: {} };
    const result = await wrap(request, async () => answer);
    const made = result.update?._cutpoint ?? null;
    return made?.compactedThrough === null ? null : made;
  };
}
