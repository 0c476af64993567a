import type { AdapterTool } from "@cutpoint/conformance";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, ToolMessage } from "@langchain/core/messages";

/** A handwritten loop: calls the model and runs tools until there is an answer. */
export type ChatLoop = {
  readonly model: BaseChatModel;
  readonly tools: readonly AdapterTool[];
  readonly fields: Readonly<Record<string, unknown>>;
};

/** All new messages, the answer last. */
export async function answered(
  loop: ChatLoop,
  messages: readonly BaseMessage[],
  signal: AbortSignal | undefined,
): Promise<BaseMessage[]> {
  const replies: BaseMessage[] = [];
  for (;;) {
    const answer = await boundModel(loop).invoke([...messages, ...replies], withSignal(signal));
    replies.push(answer);
    if (!AIMessage.isInstance(answer) || (answer.tool_calls ?? []).length === 0) return replies;
    replies.push(...(await results(loop, answer)));
  }
}

/** The same, streamed: yields the texts and not the calls. */
export async function* streamed(
  loop: ChatLoop,
  messages: readonly BaseMessage[],
  signal: AbortSignal | undefined,
): AsyncGenerator<AIMessageChunk> {
  const replies: BaseMessage[] = [];
  for (;;) {
    let answer = new AIMessageChunk("");
    for await (const chunk of await boundModel(loop).stream(
      [...messages, ...replies],
      withSignal(signal),
    )) {
      answer = answer.concat(chunk);
      if (chunk.text !== "") yield new AIMessageChunk(chunk.text);
    }
    replies.push(answer);
    if ((answer.tool_calls ?? []).length === 0) return;
    replies.push(...(await results(loop, answer)));
  }
}

type Bound = ReturnType<NonNullable<BaseChatModel["bindTools"]>>;

function boundModel({ model, tools, fields }: ChatLoop): Bound {
  const definitions = tools.map(toolDefinition);
  if (model.bindTools === undefined) throw new Error("the model takes no tools");
  return definitions.length === 0 && Object.keys(fields).length === 0
    ? model
    : model.bindTools(definitions, fields);
}

/** A tool as it goes over the wire, which every chat model reads. */
export function toolDefinition({ name, description, parameters }: AdapterTool): {
  readonly type: "function";
  readonly function: object;
} {
  return { type: "function", function: { name, description, parameters } };
}

async function results(
  { tools }: ChatLoop,
  { tool_calls = [] }: Pick<AIMessage, "tool_calls">,
): Promise<readonly BaseMessage[]> {
  return Promise.all(
    tool_calls.map(async ({ id = "", name, args }) => {
      const tool = tools.find((each) => each.name === name);
      const content = (await tool?.run(JSON.stringify(args))) ?? `There is no tool ${name}.`;
      return new ToolMessage({ content, name, tool_call_id: id });
    }),
  );
}

function withSignal(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
