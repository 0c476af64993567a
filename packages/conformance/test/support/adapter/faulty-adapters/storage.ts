import type { CompactionState } from "@cutpoint/core";
import { type ChatState, type ChatStorage, emptyChat } from "@cutpoint/example-chat";
import type { AdapterInstance, AdapterRig } from "../../../../src/adapter/rig.ts";
import { CALLS_PER_SUMMARY } from "../../../../src/adapter/scripted-summarizer.ts";
import { fetchRig } from "../fetch-rig.ts";
import {
  changingRequests,
  changingCompacted,
  changingTurns,
  type FaultyAdapter,
} from "./faulty-adapter.ts";

const forgettingOnReopen = (instance: AdapterInstance, forget: () => void): AdapterInstance => ({
  ...instance,
  async reopen(what) {
    forget();
    await instance.reopen(what);
  },
});

/** Keeps the state in a closure, so that the next instance does not have it. */
function closureRig(): AdapterRig {
  const states: { value: ChatState["compaction"] }[] = [];
  return fetchRig({
    storage(storage) {
      const held = { value: null as ChatState["compaction"] };
      states.push(held);
      return {
        load: async () => ({ ...(await storage.load()), compaction: held.value }),
        async save(state) {
          held.value = state.compaction;
          await storage.save({ ...state, compaction: null });
        },
      };
    },
    instance: (instance) =>
      forgettingOnReopen(instance, () => {
        for (const held of states) held.value = null;
      }),
  });
}

function memoryStorage(): ChatStorage {
  let state = emptyChat();
  return {
    load: async () => state,
    async save(changed) {
      state = changed;
    },
  };
}

/** Keeps one state for all conversations. */
function sharedStateRig(): AdapterRig {
  let shared: ChatState["compaction"] = null;
  return fetchRig({
    storage: (storage) => ({
      load: async () => ({ ...(await storage.load()), compaction: shared }),
      async save(state) {
        shared = state.compaction;
        await storage.save(state);
      },
    }),
  });
}

/** Reports the summary calls of a failed turn with the next one. */
function reportingLate(instance: AdapterInstance): AdapterInstance {
  let failed = 0;
  return {
    ...instance,
    async turn(input, signal) {
      const result = await instance.turn(input, signal).catch((error: unknown) => {
        failed = CALLS_PER_SUMMARY;
        throw error;
      });
      return { ...result, summaryCalls: result.summaryCalls + failed };
    },
  };
}

export const faultyStorages: readonly FaultyAdapter[] = [
  {
    foundBy: "messages-appended",
    fault: "does not send messages of another writer",
    rig: changingRequests((messages) =>
      messages.filter(({ content }) => content !== "A word from elsewhere."),
    ),
  },
  {
    foundBy: "question-verbatim",
    fault: "stores the question without the white space around it",
    rig: fetchRig({
      instance: (instance) => ({
        ...instance,
        turn: (input, signal) => instance.turn(input.trim(), signal),
      }),
    }),
  },
  {
    foundBy: "nothing-stored-twice",
    fault: "stores the summary as a message",
    rig: changingCompacted((state) => ({
      ...state,
      messages: [
        ...state.messages.slice(0, -1),
        { role: "user", content: "Summary number 0" },
        ...state.messages.slice(-1),
      ],
    })),
  },
  {
    foundBy: "raw-history-kept",
    fault: "deletes compacted messages",
    rig: changingCompacted((state) => ({ ...state, messages: state.messages.slice(2) })),
  },
  {
    foundBy: "stored-unchanged",
    fault: "prunes tool output in the stored messages",
    rig: changingCompacted((state) => ({
      ...state,
      messages: state.messages.map((message) =>
        message.role === "tool" ? { ...message, content: "[pruned]" } : message,
      ),
    })),
  },
  {
    foundBy: "outlives-an-error",
    fault: "stores a state only with the answer",
    rig: fetchRig({
      complete: (complete) => async (state, request, options) => {
        let compaction = state.compaction;
        const onState = async (changed: CompactionState): Promise<void> => {
          compaction = changed;
        };
        const result = await complete(state, request, { ...options, onState });
        if (compaction !== null && compaction !== state.compaction)
          await options.onState(compaction);
        return result;
      },
    }),
  },
  {
    foundBy: "outlives-an-error",
    fault: "reports the usage of a failed turn with the next one",
    rig: fetchRig({ instance: reportingLate }),
  },
  {
    foundBy: "conversations-apart",
    fault: "keeps one state for all conversations",
    rig: sharedStateRig(),
  },
  {
    foundBy: "history-replaced",
    fault: "replaces nothing, but declares that it does",
    rig: fetchRig({ facts: { persists: "replace" } }),
  },
  {
    foundBy: "nothing-in-a-closure",
    fault: "keeps the state in a closure",
    rig: closureRig(),
  },
  {
    foundBy: "outlives-the-process",
    fault: "keeps the state in memory, but declares to be durable",
    rig: closureRig(),
  },
  {
    foundBy: "ends-with-the-process",
    fault: "keeps a file, but declares not to be durable",
    rig: fetchRig({ facts: { durable: false } }),
  },
  {
    foundBy: "two-turns-at-once",
    fault: "overwrites messages of a concurrent turn",
    rig: fetchRig({ parallel: true, storage: () => memoryStorage() }),
  },
  {
    foundBy: "kept-message-edited",
    fault: "sends the old content of an edited message",
    rig: changingRequests((messages) =>
      messages.map((message) =>
        message.content === "This is what I meant to ask."
          ? { ...message, content: "What now?" }
          : message,
      ),
    ),
  },
  ...["compacted-message-edited", "messages-removed", "messages-reordered"].map((foundBy) => ({
    foundBy,
    fault: "drops a summary without a warning",
    rig: changingTurns((result) => ({ ...result, warnings: [] })),
  })),
];
