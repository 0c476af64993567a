import type { ChatClient } from "@cutpoint/adapter-fetch";
import type { Compactor } from "@cutpoint/core";
import type { AdapterRig } from "../../src/adapter/rig.ts";
import { type Faults, fetchRig } from "./fetch-rig.ts";

/**
 * A host whose log can only grow, which asks the adapter once for a turn, lets an overflow pass, and takes what came of a
 * failed stream for the answer.
 */
export function taciturnRig(faults: Pick<Faults, "client" | "compactor"> = {}): AdapterRig {
  const { client: changed = (client) => client, compactor = atTurnsOnly } = faults;
  return fetchRig({
    facts: {
      overflow: "propagates",
      persists: "log",
      compacts: "each-turn",
      failedStreams: "hidden",
    },
    client: (client) => changed(hidingFailedStreams(client)),
    compactor,
  });
}

function hidingFailedStreams(client: ChatClient): ChatClient {
  return {
    async send(request, options) {
      let text = "";
      const onText = (piece: string): void => {
        text += piece;
        options?.onText?.(piece);
      };
      try {
        return await client.send(request, { ...options, onText });
      } catch (error) {
        if (!isInStream(error)) throw error;
        return { message: { role: "assistant", content: text }, usage: null };
      }
    },
  };
}

function atTurnsOnly(compactor: Compactor): Compactor {
  return {
    ...compactor,
    fit: (history, options) =>
      compactor.fit(
        history,
        history.items.at(-1)?.message.role === "user"
          ? options
          : { ...options, windowTokens: 10_000_000 },
      ),
    recover: (history) => compactor.recover(history, null),
  };
}

/** A stream begins with status 200, however it ends. */
export function isInStream(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 200;
}
