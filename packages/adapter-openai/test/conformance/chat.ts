import { fromUnits, toUnits } from "@cutpoint/host-kit";
import { chatCodec } from "@cutpoint/host-kit/http";
import type OpenAI from "openai";
import { ANSWER } from "../../../conformance/test/support/adapter/app-host.ts";
import { itemsWith } from "../../../host-kit/test/support/items-with.ts";
import type { Api, Ask, Asked } from "./api.ts";
import { chatSamples } from "./samples.ts";

type ChatParam = OpenAI.ChatCompletionMessageParam;

/** Chat Completions. */
export const chat: Api<ChatParam> = {
  samples: chatSamples,
  roundTrip: (messages) =>
    chatCodec.join(toUnits(fromUnits(chatCodec.split(messages as never), chatCodec), chatCodec)),
  question: (content) => ({ role: "user", content }),
  result: (id, content) => ({ role: "tool", tool_call_id: id, content }),
  itemsOf: (messages) => itemsWith(messages as never, chatCodec),
  written: (messages) => chatCodec.join(toUnits(messages, chatCodec)) as readonly never[],
  async ask(client, ask) {
    const params = paramsOf(ask);
    const { onText, signal } = ask;
    if (onText === undefined) {
      const { choices } = await client.chat.completions.create(params, { signal });
      return readMessage(choices[0]?.message);
    }
    const running = client.chat.completions.stream(
      { ...params, stream: true, stream_options: { include_usage: true } },
      { signal },
    );
    running.on("content", (piece) => onText(piece));
    return readMessage((await running.finalChatCompletion()).choices[0]?.message);
  },
};

function readMessage(message: OpenAI.ChatCompletionMessage | undefined): Asked<ChatParam> {
  if (message === undefined) throw new Error("the answer is empty");
  const { content, role, tool_calls: calls = [] } = message;
  return {
    answer: [{ role, content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }],
    text: content ?? "",
    calls: calls.flatMap((call) =>
      call.type === "function"
        ? [{ id: call.id, name: call.function.name, args: call.function.arguments }]
        : [],
    ),
  };
}

function paramsOf({
  sent,
  setting,
}: Ask<ChatParam>): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const { feature, model, system, tools } = setting;
  return {
    model,
    messages: [...(system === null ? [] : [{ role: "system", content: system } as const]), ...sent],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ description, name, parameters }) => ({
            type: "function",
            function: { name, description, parameters: parameters as OpenAI.FunctionParameters },
          })),
        }),
    ...(feature !== "structured-output"
      ? {}
      : {
          response_format: { type: "json_schema", json_schema: { name: "answer", schema: ANSWER } },
        }),
  };
}
