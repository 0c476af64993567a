import type { Message } from "@cutpoint/core";
import type { ResultMessage } from "../src/page-data.ts";
import type { Row } from "./message-list.tsx";
import type { PageState } from "./state.ts";

/** Returns the rows of a view. `withoutSummaries` leaves out the user messages that a compaction wrote. */
export function rowsOf(
  view: readonly ResultMessage[],
  state: PageState,
  withoutSummaries = false,
): readonly Row[] {
  const { messages } = state.thread.value;
  return view
    .filter((each) => !withoutSummaries || typeof each === "number" || each.role !== "user")
    .map((each): Row => {
      const index = typeof each === "number" ? each : clippedIndex(each, state);
      return {
        index,
        message: state.resolve(each),
        tokens: typeof each === "number" ? (messages[each]?.tokens ?? 0) : null,
        status: index === null ? "v" : state.statusOf(index),
      };
    });
}

/** Returns the index of the message that a view shows in part, or `null` for a new message. */
function clippedIndex(shown: Message, { compaction, thread }: PageState): number | null {
  if (shown.role !== "tool") return null;
  const before = thread.value.messages.slice(0, compaction.value?.at);
  const index = before.findLastIndex(
    ({ message }) => message.role === "tool" && message.callId === shown.callId,
  );
  return index === -1 ? null : index;
}
