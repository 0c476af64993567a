import type { TokenUsage } from "@cutpoint/core";
import type { ChatAnswer } from "./chat-client.ts";
import type { ChatMessage, ChatToolCall } from "@cutpoint/host-kit/http";

type WireUsage = {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number } | null;
};

type WireError = { readonly message?: string; readonly code?: string | null };

type WireAnswer = {
  readonly choices?: readonly { readonly message?: ChatMessage }[];
  readonly usage?: WireUsage | null;
  readonly error?: WireError;
};

type WireChunk = {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly id?: string;
        readonly function?: { readonly name?: string; readonly arguments?: string };
      }[];
    };
  }[];
  readonly usage?: WireUsage | null;
  readonly error?: WireError;
};

/** Reads an answer that is not streamed. */
export async function readAnswer(response: Response): Promise<ChatAnswer> {
  const text = await response.text();
  const body = parseJson(text) as WireAnswer | null;
  if (!response.ok || body?.error !== undefined)
    throw providerError(body?.error ?? { message: text }, response.status);
  const message = body?.choices?.[0]?.message;
  if (message === undefined) throw providerError({ message: "the answer is empty" }, 200);
  return { message: withoutNulls(message), usage: usageOf(body?.usage) };
}

/** Reads a streamed answer. */
export async function readStream(
  response: Response,
  onText: (piece: string) => void,
): Promise<ChatAnswer> {
  let text = "";
  let usage: TokenUsage | null = null;
  const calls: ChatToolCall[] = [];
  for await (const data of events(response)) {
    if (data === "[DONE]") break;
    const chunk = parseJson(data) as WireChunk | null;
    if (chunk?.error !== undefined) throw providerError(chunk.error, response.status);
    usage = usageOf(chunk?.usage) ?? usage;
    const delta = chunk?.choices?.[0]?.delta;
    const piece = delta?.content ?? "";
    if (piece !== "") onText(piece);
    text += piece;
    for (const { index, id, function: called } of delta?.tool_calls ?? []) {
      const before = calls[index] ?? emptyCall(id ?? "");
      const { name, arguments: args } = before.function;
      calls[index] = {
        ...before,
        function: {
          name: name + (called?.name ?? ""),
          arguments: args + (called?.arguments ?? ""),
        },
      };
    }
  }
  if (text === "" && calls.length === 0)
    throw providerError({ message: "the answer is empty" }, response.status);
  const content = text === "" ? null : text;
  const message = {
    role: "assistant",
    content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return { message, usage };
}

function emptyCall(id: string): ChatToolCall {
  return { id, type: "function", function: { name: "", arguments: "" } };
}

async function* events(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  let rest = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) yield line.slice(6).trim();
  }
}

function usageOf(usage: WireUsage | null | undefined): TokenUsage | null {
  if (usage === undefined || usage === null) return null;
  const cached = usage.prompt_tokens_details?.cached_tokens;
  return {
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    ...(cached === undefined ? {} : { cacheReadTokens: cached }),
  };
}

/** Removes empty fields, for example `refusal: null`. An answer without text keeps `content: null`. */
function withoutNulls(message: ChatMessage): ChatMessage {
  const fields = Object.entries(message).filter(
    ([name, value]) => name === "content" || value !== null,
  );
  return { role: message.role, ...Object.fromEntries(fields) };
}

function providerError({ message, code }: WireError, status: number): Error {
  const error = new Error(message ?? `status ${status}`);
  return Object.assign(error, { status, code: code ?? null });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
