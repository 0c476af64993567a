import { isDeepStrictEqual } from "node:util";
import type { AssistantMessage, Message, Part, ToolCallPart } from "@cutpoint/core";

/**
 * Returns the rules of a strict provider that a list of messages violates.
 *
 * Independent of the code of core. Consecutive user messages are allowed, because every provider accepts or joins them.
 *
 * @param originals the original messages, to check that signed reasoning and arguments are unchanged
 */
export function wireViolations(
  messages: readonly Message[],
  originals: readonly Message[] = [],
): string[] {
  return [
    ...pairingViolations(messages),
    ...openingViolations(messages),
    ...loneReasoningViolations(messages),
    ...blankViolations(messages),
    ...illFormedViolations(messages),
    ...(originals.length === 0
      ? []
      : [...sealedViolations(messages, originals), ...argumentViolations(messages, originals)]),
  ];
}

/**
 * Every call has exactly one result, directly after its message or after a sibling's result, and every result has a
 * call.
 *
 * Anthropic: "`tool_use` ids were found without `tool_result` blocks immediately after", "unexpected `tool_use_id`
 * found in `tool_result` blocks", "each `tool_use` must have a single result". OpenAI chat: "An assistant message with
 * 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'", "messages with role 'tool' must be
 * a response to a preceding message with 'tool_calls'". OpenAI responses: "No tool output found for function call", "No
 * tool call found for function call output". Gemini: the number of function response parts equals the number of
 * function call parts of the turn before.
 */
function pairingViolations(messages: readonly Message[]): string[] {
  const broken: string[] = [];
  let open: ToolCallPart[] = [];
  const used = new Set<string>();
  const close = (where: string): void => {
    for (const call of open) broken.push(`${where}: call ${call.callId} has no result`);
    open = [];
  };
  messages.forEach((message, index) => {
    if (message.role === "tool") {
      const place = open.findIndex((call) => call.callId === message.callId);
      if (place === -1)
        broken.push(`message ${index}: result of ${message.callId} answers nothing`);
      else open.splice(place, 1);
      return;
    }
    close(`message ${index}`);
    if (message.role === "assistant") {
      open = callsOf(message);
      for (const { callId } of open) {
        // Anthropic: "`tool_use` ids must be unique", in the whole request.
        if (used.has(callId)) broken.push(`message ${index}: two calls have the id ${callId}`);
        used.add(callId);
      }
    }
  });
  close("the end");
  return broken;
}

/**
 * The first message after system messages is a user message.
 *
 * Anthropic (older models, Bedrock, Vertex): "first message must use the user role". Gemini: "function call turn comes
 * immediately after a user turn or after a function response turn". Mistral and most chat templates of local models
 * reject an assistant message in the first place.
 */
function openingViolations(messages: readonly Message[]): string[] {
  const first = messages.find((message) => message.role !== "system");
  return first === undefined || first.role === "user"
    ? []
    : [`the first message after the system messages is of role ${first.role}`];
}

/**
 * Signed reasoning at the end of a message, or alone, is followed by the assistant's next message.
 *
 * OpenAI responses: "Item 'rs_…' of type 'reasoning' was provided without its required following item". Anthropic: "The
 * final block in an assistant message cannot be `thinking`".
 */
function loneReasoningViolations(messages: readonly Message[]): string[] {
  return messages.flatMap((message, index) => {
    if (message.role !== "assistant" || messages[index + 1]?.role === "assistant") return [];
    const last = message.parts.findLastIndex((part) => part.type !== "reasoning" && !isBlank(part));
    const unled = message.parts.slice(last + 1).filter((part) => part.type === "reasoning");
    const isRefused =
      last === -1 ? unled.length > 0 : unled.some((part) => part.signature !== undefined);
    return isRefused ? [`message ${index}: reasoning without what it led to`] : [];
  });
}

/**
 * Messages are not blank, except results.
 *
 * Anthropic: "messages: text content blocks must be non-empty", "all messages must have non-empty content". Gemini:
 * "contents.parts must not be empty". Bedrock: "The text field in the ContentBlock object is blank".
 */
function blankViolations(messages: readonly Message[]): string[] {
  return messages.flatMap((message, index) => {
    const parts: readonly Part[] = message.parts;
    return message.role !== "tool" && parts.every(isBlank)
      ? [`message ${index} (${message.role}) says nothing`]
      : [];
  });
}

/**
 * No text contains a lone surrogate, which has no UTF-8 form.
 *
 * Anthropic: "The request body is not valid JSON: no low surrogate in string". OpenAI: "could not parse the JSON body".
 */
function illFormedViolations(messages: readonly Message[]): string[] {
  return messages.flatMap((message, index) =>
    isWellFormed(message) ? [] : [`message ${index} holds half of a surrogate pair`],
  );
}

/** Results by message: most messages are in many views. */
const wellFormed = new WeakMap<Message, boolean>();

function isWellFormed(message: Message): boolean {
  const known = wellFormed.get(message);
  if (known !== undefined) return known;
  const { adapterMetadata: _host, ...sent } = message;
  const found = stringsIn(sent).every((text) => text.isWellFormed());
  wellFormed.set(message, found);
  return found;
}

/**
 * Signed reasoning is unchanged.
 *
 * Anthropic: "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified", "Invalid
 * signature in thinking block". OpenAI: "Encrypted content could not be verified". Gemini: "Corrupted thought
 * signature".
 */
function sealedViolations(messages: readonly Message[], originals: readonly Message[]): string[] {
  const known = originals.flatMap(sealedOf);
  return messages.flatMap((message, index) =>
    sealedOf(message)
      .filter((part) => !known.some((original) => isDeepStrictEqual(original, part)))
      .map(() => `message ${index}: sealed reasoning was edited`),
  );
}

/**
 * Arguments are unchanged, except for lone surrogates. The id of a call may have got a number.
 *
 * Anthropic and Gemini sign calls together with the thinking before them. Every provider caches its own calls by their
 * bytes.
 */
function argumentViolations(messages: readonly Message[], originals: readonly Message[]): string[] {
  const known = new Set(
    originals.flatMap(callsOf).map((call) => callKey(call.callId, call.name, call.arguments)),
  );
  return messages.flatMap((message, index) =>
    callsOf(message)
      .filter(
        ({ arguments: text, callId, name }) =>
          !known.has(callKey(callId, name, text)) &&
          !known.has(callKey(generatedId(callId), name, text)),
      )
      .map((call) => `message ${index}: call ${call.callId} is not the one that was made`),
  );
}

/** Returns the id that a generated call had before a view numbered it. */
export function generatedId(callId: string): string {
  return callId.replace(/_\d+$/, "");
}

function callKey(callId: string, name: string, text: string): string {
  return JSON.stringify([callId, name, text.toWellFormed()]);
}

function callsOf(message: Message): ToolCallPart[] {
  return message.role === "assistant"
    ? message.parts.filter((part): part is ToolCallPart => part.type === "tool-call")
    : [];
}

function sealedOf(message: Message): readonly Part[] {
  const parts: readonly Part[] = (message as AssistantMessage).parts;
  return parts.filter((part) => part.type === "reasoning" && part.signature !== undefined);
}

function isBlank(part: Part): boolean {
  return part.type === "text" && part.text.trim() === "";
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)]);
}
