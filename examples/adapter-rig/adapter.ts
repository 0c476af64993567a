import { type Json, type Message, type Part, textOf, toolCalls } from "@cutpoint/core";
import {
  type CompactionOptions,
  createEmptyAnswer,
  createGuardedCall,
  createMessageFormat,
  sendGuarded,
  type UnitFormat,
} from "@cutpoint/host-kit";
import type { Client, Line } from "./client.ts";

const AUTHORS: Readonly<Record<string, string>> = { user: "user", system: "system" };

/** How the client writes messages. */
export const format: UnitFormat<Line, Line> = createMessageFormat<Line>({ toMessage, fromMessage });

function toMessage(line: Line): Message {
  const { answers, by, text, wants = [] } = line;
  const texts = text === "" ? [] : [{ type: "text", text } as const];
  if (answers !== undefined)
    return { role: "tool", callId: answers.id, name: answers.tool, parts: texts };
  const calls = wants.map(({ id, input, tool }): Part => ({
    type: "tool-call",
    callId: id,
    name: tool,
    arguments: input,
  }));
  if (by === "model") return { role: "assistant", parts: [...texts, ...calls] };
  if (by === "system") return { role: "system", parts: texts };
  const isSummary = by === "summary";
  if (by === "user" || isSummary)
    return { role: "user", provenance: isSummary ? "summary" : "user", parts: texts };
  const other = { type: "other", kind: "line", value: line as Json } as const;
  return { role: "user", provenance: "synthetic", parts: [other] };
}

/** The fields of the original that Cutpoint does not read stay. */
function fromMessage(message: Message, original?: Line): Line {
  const [first] = message.parts;
  if (original === undefined && first?.type === "other") return first.value as Line;
  const by = message.role === "assistant" ? "model" : (AUTHORS[message.role] ?? "tool");
  const wants = toolCalls(message).map(({ arguments: input, callId: id, name: tool }) => ({
    id,
    tool,
    input,
  }));
  return {
    by: message.role === "user" && message.provenance === "summary" ? "summary" : by,
    ...original,
    text: textOf(message),
    ...(wants.length > 0 && { wants }),
    ...(message.role === "tool" && { answers: { id: message.callId, tool: message.name } }),
  };
}

/** Returns a client whose requests fit the context window. */
export function withCompaction(client: Client, options: CompactionOptions = {}): Client {
  const guard = createGuardedCall(options, format);
  return {
    async answer(question) {
      const { lines, ...request } = question;
      const opened = await guard({ messages: lines, options: request });
      const { call, result } = await sendGuarded(opened, async ({ messages }) => {
        const result = await client.answer({ ...question, lines: messages ?? lines });
        const { read, written } = result.usage;
        const usage = { inputTokens: read, outputTokens: written };
        const isEmpty = result.line.text.trim() === "" && result.line.wants === undefined;
        return {
          result: { ...result, usage },
          failure: isEmpty ? createEmptyAnswer(usage, false) : null,
        };
      });
      call.recordUsage(result.usage);
      return {
        line: result.line,
        usage: { read: result.usage.inputTokens, written: result.usage.outputTokens },
      };
    },
  };
}
