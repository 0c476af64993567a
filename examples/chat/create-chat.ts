import type { Json, Receipt, ViewWarning } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import type { ChatMessage } from "@cutpoint/host-kit/http";
import { type ChatStorage, type ChatState } from "./chat-state.ts";
import type { CompleteChat, CompletionRequest } from "./complete-chat.ts";
import { toItems } from "./messages.ts";

/** A tool that the model may call. */
type ChatTool = {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of the arguments. */
  readonly parameters: Json;
  /** @param args the arguments as JSON text */
  readonly run: (args: string, signal?: AbortSignal) => Promise<string>;
};

export type ChatOptions = {
  readonly complete: CompleteChat;
  readonly storage: ChatStorage;
  readonly model: string;
  /** Sent before the conversation and never stored. */
  readonly system?: string;
  readonly tools?: readonly ChatTool[];
  /** Other fields of each request, for example `response_format`. */
  readonly fields?: Readonly<Record<string, Json>>;
};

type AskOptions = {
  readonly signal?: AbortSignal;
  /** Called with each piece of text. If it is set, the answers are streamed. */
  readonly onText?: (piece: string) => void;
};

type ChatReply = {
  readonly text: string;
  readonly receipts: readonly Receipt[];
  readonly warnings: readonly ViewWarning[];
};

/** A conversation in a storage. */
export type Chat = {
  /** Sends a question, runs tools, and returns the answer. Questions are answered one after the other. */
  ask(text: string, options?: AskOptions): Promise<ChatReply>;
};

/**
 * Creates a conversation in a storage.
 *
 * Each message is stored at once, so a question stays stored if its answer fails.
 *
 * @throws `invalid-input` if `complete`, `storage` or `model` is missing
 */
export function createChat(options: ChatOptions): Chat {
  assertOptions(options);
  let last: Promise<unknown> = Promise.resolve();
  return {
    async ask(text, askOptions = {}) {
      const reply = last.then(() => answer(options, text, askOptions));
      last = reply.catch(() => {});
      return reply;
    },
  };
}

function assertOptions(options: Partial<ChatOptions> | undefined): void {
  const { complete, model, storage } = options ?? {};
  if (typeof complete !== "function")
    throw invalidInput("complete", complete, "expected withCompaction(…) or withoutCompaction(…)");
  if (typeof storage?.load !== "function")
    throw invalidInput("storage", storage, "expected an object with load and save");
  if (typeof model !== "string") throw invalidInput("model", model, "expected the name of a model");
}

async function answer(
  options: ChatOptions,
  text: string,
  askOptions: AskOptions,
): Promise<ChatReply> {
  const { complete, storage, model } = options;
  const receipts: Receipt[] = [];
  const warnings: ViewWarning[] = [];
  let state = await storage.load();
  const save = async (changed: ChatState): Promise<void> => {
    state = changed;
    await storage.save(state);
  };
  await save({ ...state, messages: [...state.messages, { role: "user", content: text }] });
  for (;;) {
    const result = await complete(state, requestOf(options), {
      ...askOptions,
      onState: (compaction) => save({ ...state, compaction }),
    });
    receipts.push(...result.receipts);
    warnings.push(...result.warnings);
    const { message, usage } = result;
    const messages = [...state.messages, message];
    const itemId = toItems(messages).at(-1)?.id ?? "";
    await save({ ...state, messages, lastUsage: usage === null ? null : { itemId, model, usage } });
    if ((message.tool_calls ?? []).length === 0)
      return {
        text: typeof message.content === "string" ? message.content : "",
        receipts,
        warnings,
      };
    const results = await runTools(options, message, askOptions.signal);
    await save({ ...state, messages: [...state.messages, ...results] });
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
    calls.map(async ({ id, function: { name, arguments: args } }) => {
      const tool = tools.find((each) => each.name === name);
      const content =
        tool === undefined
          ? `There is no tool ${name}.`
          : await tool
              .run(args, signal)
              .catch((error: unknown) => `The tool failed: ${String(error)}`);
      return { role: "tool", tool_call_id: id, content };
    }),
  );
}
