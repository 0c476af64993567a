import type { Json, Receipt, ViewWarning } from "@cutpoint/core";
import type { ChatMessage } from "./chat-message.ts";
import { type ChatStorage, type ChatState } from "./chat-state.ts";
import type { CompleteChat, CompletionRequest } from "./complete-chat.ts";
import { toItems } from "./to-items.ts";

/** A tool that the model may call. */
export type ChatTool = {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of the arguments. */
  readonly parameters: Json;
  /** @param written the arguments, as JSON text */
  readonly run: (written: string, signal?: AbortSignal) => Promise<string>;
};

export type ChatOptions = {
  readonly complete: CompleteChat;
  readonly storage: ChatStorage;
  readonly model: string;
  /** Sent before the conversation and never stored. */
  readonly system?: string;
  readonly tools?: readonly ChatTool[];
  /** Any other fields of each request, such as `response_format`. */
  readonly fields?: Readonly<Record<string, Json>>;
};

export type AskOptions = {
  readonly signal?: AbortSignal;
  /** With this the answers are streamed: told each piece of text as it comes. */
  readonly onText?: (piece: string) => void;
};

export type ChatReply = {
  readonly text: string;
  readonly receipts: readonly Receipt[];
  readonly warnings: readonly ViewWarning[];
};

/** A conversation. */
export type Chat = {
  /** Says something and lets the model work until it answers. One question is answered after the other. */
  ask(text: string, options?: AskOptions): Promise<ChatReply>;
};

/** A conversation over a keeper: what was said is stored at once, whatever becomes of the answer. */
export function createChat(options: ChatOptions): Chat {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async ask(text, asking = {}) {
      const turn = last.then(() => answer(options, text, asking));
      last = turn.catch(() => {});
      return turn;
    },
  };
}

async function answer(options: ChatOptions, text: string, asking: AskOptions): Promise<ChatReply> {
  const { complete, storage, model } = options;
  const receipts: Receipt[] = [];
  const warnings: ViewWarning[] = [];
  let state = await storage.load();
  const keep = async (changed: ChatState): Promise<void> => {
    state = changed;
    await storage.save(state);
  };
  await keep({ ...state, messages: [...state.messages, { role: "user", content: text }] });
  for (;;) {
    const completed = await complete(state, requestOf(options), {
      ...asking,
      onState: (compaction) => keep({ ...state, compaction }),
    });
    receipts.push(...completed.receipts);
    warnings.push(...completed.warnings);
    const { message, usage } = completed;
    const messages = [...state.messages, message];
    const itemId = toItems(messages).at(-1)?.id ?? "";
    await keep({ ...state, messages, lastUsage: usage === null ? null : { itemId, model, usage } });
    if ((message.tool_calls ?? []).length === 0)
      return {
        text: typeof message.content === "string" ? message.content : "",
        receipts,
        warnings,
      };
    const results = await runTools(options, message, asking.signal);
    await keep({ ...state, messages: [...state.messages, ...results] });
  }
}

function requestOf({ model, system, tools = [], fields }: ChatOptions): CompletionRequest {
  return {
    model,
    ...(system === undefined ? {} : { system }),
    tools: tools.map(({ name, description, parameters }) => ({
      type: "function",
      function: { name, description, parameters },
    })),
    ...(fields === undefined ? {} : { fields }),
  };
}

async function runTools(
  { tools = [] }: ChatOptions,
  { tool_calls: calls = [] }: ChatMessage,
  signal: AbortSignal | undefined,
): Promise<readonly ChatMessage[]> {
  return Promise.all(
    calls.map(async ({ id, function: { name, arguments: written } }) => {
      const tool = tools.find((each) => each.name === name);
      const content =
        tool === undefined
          ? `There is no tool ${name}.`
          : await tool
              .run(written, signal)
              .catch((error: unknown) => `The tool failed: ${String(error)}`);
      return { role: "tool", tool_call_id: id, content };
    }),
  );
}
