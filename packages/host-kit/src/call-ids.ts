import { type Message, toolCalls } from "@cutpoint/core";

/** Returns whether a view numbered the ids of calls in a message, because earlier calls have the same. */
export function hasOtherCallIds(shown: Message, original: Message): boolean {
  const ids = idsIn(original);
  return idsIn(shown).some((id, index) => id !== ids[index]);
}

function idsIn(message: Message): readonly string[] {
  return message.role === "tool"
    ? [message.callId]
    : toolCalls(message).map(({ callId }) => callId);
}
