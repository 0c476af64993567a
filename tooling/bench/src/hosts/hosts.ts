import Anthropic, { type Middleware } from "@anthropic-ai/sdk";
import { withCompaction } from "@cutpoint/adapter-ai-sdk";
import { createCompactionMiddleware } from "@cutpoint/adapter-anthropic";
import { withCompaction as withFetchCompaction } from "@cutpoint/adapter-openai";
import { generateText, type LanguageModel, pruneMessages } from "ai";
import OpenAI from "openai";
import { langchainHost, openaiAgentsHost } from "./agent-hosts.ts";
import { type Host, options, type Send } from "./host.ts";
import { type Said, instantModel } from "./instant-answers.ts";
import { anthropicAnswer, answerWith, chatAnswer, responsesAnswer } from "./instant-answers.ts";
import type { Stopwatch } from "./stopwatch.ts";

const apiKey = "none";
const model = "any";

/** The hosts whose adapter receives the whole conversation with each request. Their models answer at once. */
export const HOSTS: readonly Host[] = [
  { name: "AI SDK, nothing", connect: (watch) => aiSdk(timedModel(watch, instantModel)) },
  {
    name: "AI SDK, `pruneMessages`",
    connect(watch) {
      const send = aiSdk(instantModel);
      const prune = watch.outer(async (messages: readonly Said[]) =>
        pruneMessages({
          messages: [...messages],
          reasoning: "all",
          toolCalls: "before-last-message",
        }),
      );
      return async (messages) => send((await prune(messages)) as readonly Said[]);
    },
  },
  {
    name: "AI SDK, Cutpoint",
    connect: (watch) => aiSdk(timedModel(watch, withCompaction(innerModel(watch), options))),
  },
  {
    name: "Anthropic SDK, Cutpoint",
    connect(watch) {
      const fetch = answerWith(anthropicAnswer);
      const middleware: Middleware[] = [
        async (request, next) => watch.outer(next)(request),
        createCompactionMiddleware(options),
        async (request, next) => watch.inner(next)(request),
      ];
      const client = new Anthropic({ apiKey, fetch, middleware });
      return async (messages) =>
        client.messages.create({ model, max_tokens: 100, messages: [...messages] });
    },
  },
  {
    name: "OpenAI SDK, Responses, Cutpoint",
    connect(watch) {
      const client = openai(watch, answerWith(responsesAnswer));
      return async (messages) => client.responses.create({ model, input: [...messages] });
    },
  },
  {
    name: "OpenAI SDK, Chat Completions, Cutpoint",
    connect(watch) {
      const client = openai(watch, answerWith(chatAnswer));
      return async (messages) => client.chat.completions.create({ model, messages: [...messages] });
    },
  },
  openaiAgentsHost,
  ...["Cutpoint", "nothing"].map(langchainHost),
];

function aiSdk(languageModel: LanguageModel): Send {
  return async (messages) =>
    generateText({ model: languageModel, messages: [...messages], maxRetries: 0 });
}

function timedModel(watch: Stopwatch, timed: typeof instantModel): typeof instantModel {
  const doGenerate = watch.outer(async (request: Parameters<typeof timed.doGenerate>[0]) =>
    timed.doGenerate(request),
  );
  return { ...instantModel, doGenerate };
}

function innerModel(watch: Stopwatch): typeof instantModel {
  return {
    ...instantModel,
    doGenerate: watch.inner(async (...args) => instantModel.doGenerate(...args)),
  };
}

function openai(watch: Stopwatch, fetch: typeof globalThis.fetch): OpenAI {
  const compacting = withFetchCompaction(watch.inner(fetch), options);
  return new OpenAI({ apiKey, fetch: watch.outer(compacting) });
}
