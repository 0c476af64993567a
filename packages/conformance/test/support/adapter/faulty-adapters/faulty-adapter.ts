import type { ChatMessage, ChatState } from "@cutpoint/example-chat";
import { type Compactor, type Summarizer, viewOf } from "@cutpoint/core";
import type { AdapterRig, TurnResult } from "../../../../src/adapter/rig.ts";
import { fetchRig } from "../fetch-rig.ts";

/** An adapter with a fault, and the id of the case that must fail. */
export type FaultyAdapter = {
  readonly foundBy: string;
  /** Completes the sentence "an adapter that …". */
  readonly fault: string;
  readonly rig: AdapterRig;
};

/** Changes the messages of each request. */
export function changingRequests(
  change: (messages: readonly ChatMessage[]) => readonly ChatMessage[],
): AdapterRig {
  return fetchRig({
    client: (client) => ({
      send: async (request, options) =>
        client.send({ ...request, messages: change(request.messages) }, options),
    }),
  });
}

/** Changes the states that are saved after a compaction. */
export function changingCompacted(change: (state: ChatState) => ChatState): AdapterRig {
  return fetchRig({
    storage: (storage) => ({
      load: () => storage.load(),
      save: async (state) => {
        const before = await storage.load();
        await storage.save(state.compaction === before.compaction ? state : change(state));
      },
    }),
  });
}

export function changingTurns(change: (result: TurnResult) => TurnResult): AdapterRig {
  return fetchRig({
    instance: (instance) => ({
      ...instance,
      turn: async (input, signal) => change(await instance.turn(input, signal)),
    }),
  });
}

export function changingSummarizer(change: (summarizer: Summarizer) => Summarizer): AdapterRig {
  return fetchRig({
    setup: (setup) => ({ ...setup, summarizer: change(setup.summarizer) }),
  });
}

export function changingCompactor(
  change: (compactor: Compactor) => Partial<Compactor>,
): AdapterRig {
  return fetchRig({ compactor: (compactor) => ({ ...compactor, ...change(compactor) }) });
}

/** Repeats the blocks of each compaction. */
export function applyingTwice(): AdapterRig {
  return changingCompactor((compactor) => ({
    async fit(history, options) {
      const fitted = await compactor.fit(history, options);
      if (fitted.outcome.type !== "compacted" || fitted.state === null) return fitted;
      const state = { ...fitted.state, prefix: [...fitted.state.prefix, ...fitted.state.prefix] };
      const view = viewOf({ items: fitted.history.items, state });
      return { ...fitted, view, state };
    },
  }));
}
