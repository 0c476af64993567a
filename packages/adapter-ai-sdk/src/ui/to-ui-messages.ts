import { type Item, type Message, type Part, textOf } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { fromJson } from "@cutpoint/host-kit";
import type { DynamicToolUIPart, UIMessage } from "ai";
import { argumentsOf } from "../prompt/from-message.ts";

/**
 * Converts items to the messages of a chat page, for example those of a session. Items of `fromUiMessages` become what
 * they were.
 *
 * Consecutive answers and their results become one message with a step for each answer. Results without a call, and
 * parts that a page cannot show, are left out.
 */
export function toUiMessages(items: readonly Item[]): UIMessage[] {
  const messages: UIMessage[] = [];
  for (const { id, message } of items) {
    const last = messages.at(-1);
    const own = ownMessage(message);
    if (own !== null && own.id === last?.id) last.parts.push(...own.parts);
    else if (own !== null) messages.push(own);
    else if (message.role === "tool") addResult(last, message);
    else if (message.role === "assistant" && last?.role === "assistant")
      last.parts.push(...stepParts(message));
    else messages.push({ id, role: message.role, parts: stepParts(message) });
  }
  return messages;
}

/** Returns the part of a message of `fromUiMessages` that an item was made from. */
function ownMessage({ adapterMetadata: metadata }: Message): UIMessage | null {
  return isRecord(metadata) && metadata["ui"] !== undefined
    ? (fromJson(metadata["ui"]) as UIMessage)
    : null;
}

function stepParts({ parts, role }: Message): UIMessage["parts"] {
  const shown = parts.flatMap(uiPart);
  return role === "assistant" ? [{ type: "step-start" }, ...shown] : shown;
}

function uiPart(part: Part): UIMessage["parts"] {
  switch (part.type) {
    case "text":
    case "reasoning":
      return [{ type: part.type, text: part.text }];
    case "file": {
      const { mediaType, name, url } = part;
      return [{ type: "file", mediaType, url, ...(name === undefined ? {} : { filename: name }) }];
    }
    case "tool-call":
      return [
        {
          type: "dynamic-tool",
          toolName: part.name,
          toolCallId: part.callId,
          state: "input-available",
          input: argumentsOf(part.arguments),
        },
      ];
    case "other":
      return [];
  }
}

/** Replaces the open call of a result by a finished one. */
function addResult(
  answer: UIMessage | undefined,
  result: Extract<Message, { role: "tool" }>,
): void {
  if (answer === undefined) return;
  const place = answer.parts.findLastIndex(
    (part) => part.type === "dynamic-tool" && part.toolCallId === result.callId,
  );
  const call = answer.parts[place];
  if (call?.type !== "dynamic-tool") return;
  const { input, toolCallId, toolName } = call;
  const common = { type: "dynamic-tool", input, toolCallId, toolName } as const;
  const text = textOf(result);
  const finished: DynamicToolUIPart =
    result.failed === true
      ? { ...common, state: "output-error", errorText: text }
      : { ...common, state: "output-available", output: text };
  answer.parts[place] = finished;
}
