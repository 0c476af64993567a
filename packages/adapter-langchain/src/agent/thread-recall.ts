import { type MessageEntry, type SessionStore } from "@cutpoint/session/store";
import { type RecallSource, searchSession } from "@cutpoint/session";
import { type BaseMessage, isBaseMessage } from "@langchain/core/messages";
import type { DynamicStructuredTool } from "@langchain/core/tools";
import { getConfig, getCurrentTaskInput } from "@langchain/langgraph";
import { fromLangChainMessage } from "../message/convert.ts";
import { readThreadMessages, recordOf } from "./thread-record.ts";
import { createLangChainRecallTool } from "../recall-tool.ts";

/** The sentence at the end of a summary. */
export const RECALL_HINT = "Use the tool recall to look up what is missing here.";

/** Creates a tool that searches all messages of the thread in which a model calls it. */
export function createThreadRecallTool(): DynamicStructuredTool {
  const source: RecallSource = {
    search: async (query, options) =>
      searchSession(storeOf(await currentMessages()), "thread", query, options),
  };
  return createLangChainRecallTool(source);
}

async function currentMessages(): Promise<readonly BaseMessage[]> {
  const { messages } = getCurrentTaskInput<{ readonly messages?: unknown }>();
  const current = Array.isArray(messages) ? messages.filter((one) => isBaseMessage(one)) : [];
  const record = recordOf(getConfig());
  return record === null ? current : (await readThreadMessages(record, current)).messages;
}

/** A store of one session with these messages, for reading only. */
function storeOf(messages: readonly BaseMessage[]): SessionStore {
  const entries = messages.map((message, index): MessageEntry => ({
    type: "message",
    id: message.id ?? String(index),
    parentId: null,
    at: Number.NaN,
    message: fromLangChainMessage(message),
  }));
  const store: Pick<SessionStore, "read"> = {
    async *read() {
      yield* entries;
    },
  };
  return store as SessionStore;
}
