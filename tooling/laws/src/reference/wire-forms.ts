import { fromModelMessages, toModelMessages } from "@cutpoint/adapter-ai-sdk";
import { fromLangChainMessage, toLangChainMessage } from "@cutpoint/adapter-langchain";
import { fromAgentItems, toAgentItems } from "@cutpoint/adapter-openai-agents";
import { fromStrandsMessages, toStrandsMessages } from "@cutpoint/adapter-strands";
import { type Message, syntheticMessage, systemMessage, textOf } from "@cutpoint/core";
import { fromUnits, toUnits, type UnitFormat } from "@cutpoint/host-kit";
import { anthropicCodec, chatCodec, responsesCodec } from "@cutpoint/host-kit/http";
import { liveItems, readSession } from "@cutpoint/readers";
import { claudeCodeLines, codexLines, piLines } from "./transcripts.ts";

/** How a conversation reaches Cutpoint, and how its views are sent. */
export type WireForm = {
  /** Writes messages in the form and reads them again. */
  readonly pass: (messages: readonly Message[]) => Promise<readonly Message[]>;
  /** Returns the messages of a request as plain data. */
  readonly send: (messages: readonly Message[]) => readonly unknown[];
  /** Returns text of the app in a form that differs from words of a user; nothing if there is none. */
  readonly hostMessages: (text: string) => readonly Message[];
};

const asSystem = (text: string): readonly Message[] => [systemMessage(text)];
const asSynthetic = (text: string): readonly Message[] => [syntheticMessage(text)];

/** Every wire form, and transcripts. Those of Claude Code and Codex are sent over Chat Completions. */
export const WIRE_FORMS: Readonly<Record<string, WireForm>> = {
  "Chat Completions": unitForm(chatCodec),
  Responses: unitForm(responsesCodec),
  "Anthropic Messages": { ...unitForm(anthropicCodec), hostMessages: () => [] },
  "AI SDK": {
    pass: async (messages) => fromModelMessages(toModelMessages(messages)),
    send: toModelMessages,
    hostMessages: asSystem,
  },
  LangChain: {
    pass: async (messages) =>
      messages.map((message) => fromLangChainMessage(toLangChainMessage(message))),
    send: (messages) => messages.map((message) => toLangChainMessage(message).toDict()),
    hostMessages: asSynthetic,
  },
  "OpenAI Agents": {
    pass: async (messages) => fromAgentItems(messages.flatMap(toAgentItems)),
    send: (messages) => messages.flatMap(toAgentItems),
    hostMessages: asSystem,
  },
  Strands: {
    pass: async (messages) => fromStrandsMessages(toStrandsMessages(messages)),
    send: (messages) => toStrandsMessages(messages).map((message) => message.toJSON()),
    hostMessages: () => [],
  },
  "Claude Code": transcriptForm(claudeCodeLines),
  Codex: transcriptForm(codexLines),
  // The summary of pi is one text.
  pi: {
    ...transcriptForm(piLines),
    send: (messages) => [{ role: "user", content: messages.map(textOf).join("\n\n") }],
  },
};

function unitForm<Unit, Wire>(codec: UnitFormat<Unit, Wire>): WireForm {
  const send = (messages: readonly Message[]): readonly Wire[] =>
    codec.join(toUnits(messages, codec));
  return {
    send,
    pass: async (messages) => fromUnits(codec.split(send(messages)), codec),
    hostMessages: asSystem,
  };
}

function transcriptForm(linesOf: (messages: readonly Message[]) => readonly object[]): WireForm {
  return {
    send: unitForm(chatCodec).send,
    async pass(messages) {
      const lines = linesOf(messages).map((line) => `${JSON.stringify(line)}\n`);
      const [thread] = (await readSession(lines.join(""))).threads;
      return thread === undefined ? [] : liveItems(thread).map(({ message }) => message);
    },
    hostMessages: asSynthetic,
  };
}

/** Returns the text of each message that a request sends with the role of the user, without tool results. */
export function userTexts(sent: readonly unknown[]): readonly string[] {
  return sent.flatMap((message) => {
    const { content, data, role, type } = message as Sent;
    if (role !== "user" && type !== "human") return [];
    const shown = content ?? data?.content ?? [];
    if (typeof shown === "string") return [shown];
    return [shown.map((part) => (isText(part) ? part.text : "")).join("")];
  });
}

type Shown = { readonly type?: string; readonly text?: string };
type Content = string | readonly Shown[];
type Sent = {
  readonly role?: string;
  readonly type?: string;
  readonly content?: Content;
  readonly data?: { readonly content?: Content };
};

/** Whether a part is text. Those of Strands have no type. */
function isText(part: Shown): part is { readonly text: string } {
  const { text, type = "text" } = part;
  return (type === "text" || type === "input_text") && text !== undefined;
}
