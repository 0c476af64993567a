import { TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";
import { defaultSections } from "@cutpoint/prompts";
import {
  type Provider,
  type ReceivedRequest,
  type Script,
  startProvider,
} from "@cutpoint/provider-sim";
import { ChatAnthropic } from "@langchain/anthropic";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { tool } from "langchain";
import * as z from "zod";

/** A summary with all sections that a model is asked for. */
export const SUMMARY: string = defaultSections
  .map(({ heading }) => `${heading}\n- SUMMARYWORD`)
  .join("\n\n");

/** A valid answer to a summary prompt. */
export function summaryFor(messages: readonly { readonly text: string }[]): string {
  const isSplit = messages.some(({ text }) => text.includes(TURN_CONTEXT_HEADING));
  return isSplit ? `${SUMMARY}\n\n---\n\n${TURN_CONTEXT_HEADING}\n\nIt began.` : SUMMARY;
}

export type Vendor = "openai-chat" | "openai-responses" | "anthropic";

export const vendors: readonly Vendor[] = ["openai-chat", "openai-responses", "anthropic"];

/** A real chat model of a vendor, at a provider on this machine. */
export function chatModel(
  vendor: Vendor,
  url: string,
  options: {
    readonly streaming?: boolean;
    readonly windowTokens?: number;
    readonly name?: string;
  } = {},
): BaseChatModel {
  const { streaming = false, windowTokens, name = "model-under-test" } = options;
  const model =
    vendor === "anthropic"
      ? new ChatAnthropic({
          model: name,
          apiKey: "none",
          anthropicApiUrl: url,
          maxRetries: 0,
          maxTokens: 400,
          streaming,
        })
      : new ChatOpenAI({
          model: name,
          apiKey: "none",
          maxRetries: 0,
          streaming,
          useResponsesApi: vendor === "openai-responses",
          configuration: { baseURL: `${url}/v1` },
        });
  if (windowTokens !== undefined)
    Object.defineProperty(model, "profile", { value: { maxInputTokens: windowTokens } });
  return model;
}

export async function provider(windowTokens: number, script?: Script): Promise<Provider> {
  return startProvider({ windowTokens, ...(script === undefined ? {} : { script }) });
}

/** The words of everything in a request. */
export function wordsOf(request: ReceivedRequest | undefined): string {
  return JSON.stringify(request?.messages ?? []);
}

/** Requests that the provider refused for another reason than their size. */
export function broken(provider: Provider): readonly unknown[] {
  return provider
    .requests()
    .map(({ outcome }) => outcome)
    .filter(
      (outcome) => outcome.type === "refused" && !/context|overflow|window/.test(outcome.rule),
    );
}

/** A tool that answers at length. */
export const lookUp: StructuredToolInterface = tool(
  async ({ key }: { key: string }) => `${key}: ${"found it here. ".repeat(40)}`,
  {
    name: "look_up",
    description: "Looks something up.",
    schema: z.object({ key: z.string() }),
  },
);

export const filler = (turn: number, words = 60): string =>
  `Question ${turn}: ${`what about part ${turn} of it? `.repeat(Math.ceil(words / 7))}`;
