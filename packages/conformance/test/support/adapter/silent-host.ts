import type { ChatClient } from "@cutpoint/example-chat";
import type { Compactor } from "@cutpoint/core";
import type { AdapterRig } from "../../../src/adapter/rig.ts";
import { type Faults, fetchRig } from "./fetch-rig.ts";

/**
 * Creates a host with an append-only log that runs the adapter once for each turn, does not recover, and returns the
 * text of a failed stream as answer.
 */
export function silentHostRig(faults: Pick<Faults, "client" | "compactor"> = {}): AdapterRig {
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

/** The status of a stream is 200, even if it fails. */
export function isInStream(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 200;
}
