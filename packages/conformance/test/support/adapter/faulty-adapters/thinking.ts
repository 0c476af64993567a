import type { Message } from "@cutpoint/core";
import { plainHostRig } from "../plain-host.ts";
import type { FaultyAdapter } from "./faulty-adapter.ts";

/** Adapters that send thinking back which the model refuses, or none of the thinking that it needs. */
export const faultyThinking: readonly FaultyAdapter[] = [
  {
    foundBy: "no-thinking-before-a-compaction",
    fault: "sends the thinking of all messages that a compaction keeps",
    rig: plainHostRig({ asking: ({ model: _, ...request }) => request }),
  },
  {
    foundBy: "no-thinking-before-other-tools",
    fault: "does not pass the tools of a request",
    rig: plainHostRig({ asking: ({ tools: _, ...request }) => request }),
  },
  {
    foundBy: "thinking-in-many-turns",
    fault: "sends no thinking back",
    rig: plainHostRig({ sending: (messages) => messages.map(withoutReasoning) }),
  },
  {
    foundBy: "thinking-in-many-turns",
    fault: "sends all thinking back",
    rig: plainHostRig({ asking: ({ model: _, ...request }) => request }),
  },
];

function withoutReasoning(message: Message): Message {
  return message.role === "assistant"
    ? { ...message, parts: message.parts.filter(({ type }) => type !== "reasoning") }
    : message;
}
