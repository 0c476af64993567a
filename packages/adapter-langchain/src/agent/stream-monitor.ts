import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { CallbackManager } from "@langchain/core/callbacks/manager";
import { AIMessageChunk } from "@langchain/core/messages";
import { getConfig } from "@langchain/langgraph";

/** Notes whether a model call has emitted anything to the stream of its run. */
export type StreamMonitor = {
  readonly hasEmitted: () => boolean;
  /** Runs a model call within the node of the graph that this is called in. */
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

/** Callbacks are a list of handlers before a run has begun. */
function managerOf(
  callbacks: unknown,
): Pick<CallbackManager, "addHandler" | "removeHandler"> | null {
  return typeof callbacks === "object" && callbacks !== null && "addHandler" in callbacks
    ? (callbacks as CallbackManager)
    : null;
}
