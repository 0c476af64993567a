import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { CallbackManager } from "@langchain/core/callbacks/manager";
import { AIMessageChunk } from "@langchain/core/messages";
import { getConfig } from "@langchain/langgraph";

/** Records whether a model call has streamed any content. */
export type StreamMonitor = {
  readonly hasEmitted: () => boolean;
  /** Runs a model call and listens to its tokens. Must be called inside a graph node. */
  readonly listen: <Answer>(call: () => Promise<Answer>) => Promise<Answer>;
};

export function createStreamMonitor(): StreamMonitor {
  let hasEmitted = false;
  return {
    hasEmitted: () => hasEmitted,
    async listen(call) {
      const callbacks = managerOf(getConfig()?.callbacks);
      if (callbacks === null) return call();
      const listener = listenerFor(() => {
        hasEmitted = true;
      });
      callbacks.addHandler(listener);
      try {
        return await call();
      } finally {
        callbacks.removeHandler(listener);
      }
    },
  };
}

function listenerFor(onEmitted: () => void): BaseCallbackHandler {
  const listener = BaseCallbackHandler.fromMethods({
    handleLLMNewToken(...[token, , , , , fields]) {
      const chunk = fields?.chunk;
      const message = chunk !== undefined && "message" in chunk ? chunk.message : undefined;
      const calls = AIMessageChunk.isInstance(message) ? (message.tool_call_chunks ?? []) : [];
      if (token !== "" || calls.length > 0) onEmitted();
    },
  });
  listener.awaitHandlers = true;
  return listener;
}

/** Before a run starts, the callbacks are a list of handlers without a manager. */
function managerOf(
  callbacks: unknown,
): Pick<CallbackManager, "addHandler" | "removeHandler"> | null {
  return typeof callbacks === "object" && callbacks !== null && "addHandler" in callbacks
    ? (callbacks as CallbackManager)
    : null;
}
