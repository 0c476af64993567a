import type { ResultMessage } from "../src/page-data.ts";
import type { Row } from "./message-list.tsx";
import type { PageState } from "./state.ts";

/** Returns the rows of a view. `withoutSummaries` leaves out the user messages that a compaction wrote. */
export function rowsOf(
  messages: readonly ResultMessage[],
  state: PageState,
  withoutSummaries = false,
): readonly Row[] {
  return messages
    .filter((each) => !withoutSummaries || typeof each === "number" || each.role !== "user")
    .map((each): Row =>
      typeof each === "number"
        ? {
            index: each,
            message: state.resolve(each),
            tokens: state.thread.value.messages[each]?.tokens ?? 0,
            status: state.statusOf(each),
          }
        : { index: null, message: each, tokens: null, status: "v" },
    );
}
