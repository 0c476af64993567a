import type Anthropic from "@anthropic-ai/sdk";
import { type Message, type Part, textOf, toolCalls } from "@cutpoint/core";

type Sent = Pick<Anthropic.MessageCreateParamsNonStreaming, "messages" | "system" | "tools">;

export const TOOLS: readonly Anthropic.Tool[] = [
  {
    name: "read",
    description: "Reads a file of the project.",
    input_schema: { type: "object", properties: { path: { type: "string" } } },
  },
];

/** Converts a view to a request of Anthropic, with a cache point after each of the given positions. */
export function toAnthropic(messages: readonly Message[], places: readonly number[]): Sent {
  const points = new Set(places);
  const sent = messages.flatMap((message, place) => {
    if (message.role === "system") return [];
    const blocks = blocksOf(message);
    const last = blocks.length - 1;
    const content = points.has(place)
      ? blocks.map((block, index) =>
          index === last ? { ...block, cache_control: { type: "ephemeral" } } : block,
        )
      : blocks;
    const role = message.role === "assistant" ? "assistant" : "user";
    return [{ role, content } as Anthropic.MessageParam];
  });
  const system = messages.find(({ role }) => role === "system");
  return {
    ...(system === undefined ? {} : { system: textOf(system) }),
    tools: [...TOOLS],
    messages: sent,
  };
}

function blocksOf(message: Message): readonly object[] {
  const texts = (parts: readonly Part[]): readonly object[] =>
    parts.flatMap((part) =>
      part.type === "text" && part.text !== "" ? [{ type: "text", text: part.text }] : [],
    );
  if (message.role === "tool")
    return [{ type: "tool_result", tool_use_id: message.callId, content: textOf(message) }];
  return [
    ...texts(message.parts),
    ...toolCalls(message).map(({ arguments: input, callId, name }) => ({
      type: "tool_use",
      id: callId,
      name,
      input: JSON.parse(input) as unknown,
    })),
  ];
}
