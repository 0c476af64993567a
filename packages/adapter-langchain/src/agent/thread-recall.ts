import { type BaseMessage, isBaseMessage } from "@langchain/core/messages";
import { getConfig, getCurrentTaskInput } from "@langchain/langgraph";
import { readThreadMessages, recordOf } from "./thread-record.ts";

/** The sentence at the end of a summary. */
export const RECALL_HINT = "Use the tool recall to look up what is missing here.";

/** Returns all messages of the thread in which a tool is called. */
export async function currentThread(): Promise<readonly BaseMessage[]> {
  const { messages } = getCurrentTaskInput<{ readonly messages?: unknown }>();
  const current = Array.isArray(messages) ? messages.filter((one) => isBaseMessage(one)) : [];
  const record = recordOf(getConfig());
  return record === null ? current : (await readThreadMessages(record, current)).messages;
}
