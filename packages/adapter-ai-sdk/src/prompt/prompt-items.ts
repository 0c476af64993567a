import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Item, Message, TokenUsage, View } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { fingerprint, type RecentMap } from "@cutpoint/host-kit";
import { fromMessage } from "./from-message.ts";
import { sortedJson } from "./json.ts";
import { toMessage } from "./to-message.ts";
import { promptOf, type Unit, unitsOf } from "./units.ts";

/** A unit of a prompt and the message that it was converted to. */
type Source = { readonly unit: Unit; readonly message: Message };

/** The items of a prompt, and its own units by item id. */
export type PromptItems = {
  readonly items: readonly Item[];
  /** A key for each answer with the message before it. It stays the same if older messages change. */
  readonly answerKeys: readonly string[];
  /** Returns the key of the answer to this prompt. */
  readonly nextAnswerKey: (answer: AnswerText) => string;
  readonly sources: ReadonlyMap<string, Source>;
};

/** The token usage of an answer, and the model that gave it. */
export type AnswerUsage = { readonly usage: TokenUsage; readonly model: string };

/** The text of an answer, and the ids of its calls in order. */
export type AnswerText = { readonly text: string; readonly callIds: readonly string[] };

/** Reads the text and the calls of an answer, as it arrives or as a prompt repeats it. */
export function answerText(parts: readonly AnswerPart[]): AnswerText {
  return {
    text: parts.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join(""),
    callIds: parts.flatMap((part) =>
      part.type === "tool-call" && part.toolCallId !== undefined ? [part.toolCallId] : [],
    ),
  };
}

type AnswerPart = { readonly type: string; readonly text?: string; readonly toolCallId?: string };

/** What is known of earlier prompts. */
export type PromptMemory = {
  /** The usage of answers, by the id of the item that they answer. */
  readonly reports: RecentMap<AnswerUsage>;
  /** Items by id. The same object is estimated once. */
  readonly items: RecentMap<Item>;
};

/**
 * Converts a prompt to items.
 *
 * An id is a hash of the previous id and the content, so an id that occurs again proves that everything before it is
 * unchanged.
 *
 * @param conversation distinguishes conversations with equal messages; empty if the app names none
 */
export function promptItems(
  prompt: LanguageModelV4Prompt,
  { items: known, reports }: PromptMemory,
  conversation: string,
): PromptItems {
  const sources = new Map<string, Source>();
  const answerKeys: string[] = [];
  let previousId = conversation;
  let previousContent = "";
  const items = unitsOf(prompt).map((unit): Item => {
    const answer = unit.message.role === "assistant" ? reports.get(previousId) : undefined;
    const content = sortedJson(contentOf(unit.message));
    const id = fingerprint(`${previousId}\n${content}`);
    if (unit.message.role === "assistant")
      answerKeys.push(keyOf(previousContent, answerText(unit.message.content)));
    previousId = id;
    previousContent = content;
    const cached = known.get(id);
    const item = cached ?? { id, message: withUsage(toMessage(unit.message), answer) };
    if (cached === undefined) known.set(id, item);
    sources.set(id, { unit, message: item.message });
    return item;
  });
  return {
    items,
    sources,
    answerKeys,
    nextAnswerKey: (answer) => keyOf(previousContent, answer),
  };

  function keyOf(before: string, { callIds, text }: AnswerText): string {
    return `answer ${fingerprint(JSON.stringify([conversation, before, text.trim(), ...callIds]))}`;
  }
}

function withUsage(message: Message, answer: AnswerUsage | undefined): Message {
  return answer === undefined || message.role !== "assistant" ? message : { ...message, ...answer };
}

/** Options that apps move from message to message, so they do not identify a message. */
const MOVING_OPTIONS = new Set(["cacheControl", "cache_control"]);

/** Returns a message without options that differ from request to request. */
function contentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(contentOf);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      if (key !== "providerOptions") return [[key, contentOf(entry)]];
      const options = fixedOptions(entry);
      return Object.keys(options).length === 0 ? [] : [[key, options]];
    }),
  );
}

function fixedOptions(options: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(options)) return {};
  return Object.fromEntries(
    Object.entries(options).flatMap(([provider, fields]) => {
      const fixed = Object.entries(isRecord(fields) ? fields : {}).filter(
        ([name]) => !MOVING_OPTIONS.has(name),
      );
      return fixed.length === 0 ? [] : [[provider, Object.fromEntries(fixed)]];
    }),
  );
}

/** Converts a view to a prompt. Messages that did not change are the prompt's own. */
export function viewPrompt(
  view: Pick<View, "messages" | "ids">,
  { sources }: PromptItems,
): LanguageModelV4Prompt {
  return promptOf(
    view.messages.map((message, index): Unit => {
      const source = sources.get(view.ids[index] ?? "");
      if (source === undefined) return { message: fromMessage(message), continues: false };
      const { unit } = source;
      if (message === source.message) return unit;
      const original = { own: unit.message, parts: source.message.parts };
      return { ...unit, message: fromMessage(message, original) };
    }),
  );
}
