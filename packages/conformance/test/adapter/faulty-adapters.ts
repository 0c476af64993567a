import {
  type ChatMessage,
  type ChatState,
  type ChatStorage,
  emptyChat,
} from "@cutpoint/adapter-fetch";
import {
  type Compactor,
  type History,
  type Message,
  type Summarizer,
  toolCalls,
  viewOf,
} from "@cutpoint/core";
import type { AdapterInstance, AdapterRig, TurnResult } from "../../src/adapter/rig.ts";
import { fetchRig } from "./fetch-rig.ts";
import { neutralRig } from "./neutral-rig.ts";
import { isInStream, taciturnRig } from "./taciturn-rig.ts";

/** An adapter that breaks one promise, and the case that finds it. */
export type FaultyAdapter = {
  readonly foundBy: string;
  readonly fault: string;
  readonly rig: AdapterRig;
};

/** The messages of each request, changed on their way to the provider. */
function sending(change: (messages: readonly ChatMessage[]) => readonly ChatMessage[]): AdapterRig {
  return fetchRig({
    client: (client) => ({
      send: async (request, options) =>
        client.send({ ...request, messages: change(request.messages) }, options),
    }),
  });
}

function saving(change: (state: ChatState, before: ChatState) => ChatState): AdapterRig {
  return fetchRig({
    keeper: (storage) => ({
      load: () => storage.load(),
      save: async (state) => storage.save(change(state, await storage.load())),
    }),
  });
}

function turning(change: (result: TurnResult) => TurnResult): AdapterRig {
  return fetchRig({
    world: (world) => ({
      ...world,
      turn: async (input, signal) => change(await world.turn(input, signal)),
    }),
  });
}

function summarizing(change: (summarizer: Summarizer) => Summarizer): AdapterRig {
  return fetchRig({
    setting: (setting) => ({ ...setting, summarizer: change(setting.summarizer) }),
  });
}

function compacting(change: (compactor: Compactor) => Partial<Compactor>): AdapterRig {
  return fetchRig({ compactor: (compactor) => ({ ...compactor, ...change(compactor) }) });
}

function withAnswers(summarizer: Summarizer, text: string): Summarizer {
  return {
    ...summarizer,
    summarize: async (request, signal) =>
      summarizer
        .summarize(request, signal)
        .then((summary) => (summary.text.trim() === "" ? { ...summary, text } : summary))
        .catch(() => ({ text, method: "failed", calls: 0 })),
  };
}

function isSummary({ content }: ChatMessage): boolean {
  return JSON.stringify(content ?? "").includes("Summary number");
}

function memoryKeeper(): ChatStorage {
  let state = emptyChat();
  return {
    load: async () => state,
    async save(changed) {
      state = changed;
    },
  };
}

const dropping = (world: AdapterInstance, forget: () => void): AdapterInstance => ({
  ...world,
  async reopen(what) {
    forget();
    await world.reopen(what);
  },
});

/** Keeps the mark in a closure: with the next instance it is gone. */
function closureRig(): AdapterRig {
  const marks: { value: ChatState["compaction"] }[] = [];
  return fetchRig({
    keeper(storage) {
      const held = { value: null as ChatState["compaction"] };
      marks.push(held);
      return {
        load: async () => ({ ...(await storage.load()), compaction: held.value }),
        async save(state) {
          held.value = state.compaction;
          await storage.save({ ...state, compaction: null });
        },
      };
    },
    world: (world) =>
      dropping(world, () => {
        for (const held of marks) held.value = null;
      }),
  });
}

function isReasoned({ parts }: Message): boolean {
  return parts.some(({ type }) => type === "reasoning");
}

export const faultyAdapters: readonly FaultyAdapter[] = [
  {
    foundBy: "no-thinking-before-a-compaction",
    fault: "sends the thinking of all that a compaction keeps",
    rig: neutralRig({ asking: ({ model: _, ...request }) => request }),
  },
  {
    foundBy: "no-thinking-before-other-tools",
    fault: "does not say which tools a request has",
    rig: neutralRig({ asking: ({ tools: _, ...request }) => request }),
  },
  {
    foundBy: "thinking-in-fifty-turns",
    fault: "sends no thinking back",
    rig: neutralRig({ sending: (messages) => messages.map(withoutReasoning) }),
  },
  {
    foundBy: "thinking-in-fifty-turns",
    fault: "sends all thinking back",
    rig: neutralRig({ asking: ({ model: _, ...request }) => request }),
  },
  {
    foundBy: "round-trip-samples",
    fault: "reads and writes the arguments of calls",
    rig: fetchRig({
      roundTrip: (messages) =>
        messages.map(({ tool_calls: calls, ...message }) =>
          calls === undefined
            ? message
            : {
                ...message,
                tool_calls: calls.map((call) => ({
                  ...call,
                  function: {
                    ...call.function,
                    arguments: call.function.arguments.replaceAll(" ", ""),
                  },
                })),
              },
        ),
    }),
  },
  {
    foundBy: "round-trip-unknown",
    fault: "leaves out what it does not know",
    rig: fetchRig({ roundTrip: (messages) => messages.filter(({ role }) => role !== "moderator") }),
  },
  {
    foundBy: "round-trip-reasoning",
    fault: "cuts signed reasoning",
    rig: neutralRig({
      roundTrip: (messages) =>
        JSON.parse(
          JSON.stringify(messages).replaceAll(/"signature":"[^"]*"/g, '"signature":"cut"'),
        ) as typeof messages,
    }),
  },
  {
    foundBy: "reasoning-with-follower",
    fault: "sends reasoning and leaves out the calls that it led to",
    rig: neutralRig({
      sending: (messages) => {
        const parted = new Set(
          messages
            .filter(isReasoned)
            .flatMap(toolCalls)
            .map(({ callId }) => callId),
        );
        return messages
          .filter((message) => message.role !== "tool" || !parted.has(message.callId))
          .map((message) =>
            message.role === "assistant" && isReasoned(message)
              ? { ...message, parts: message.parts.filter(({ type }) => type === "reasoning") }
              : message,
          );
      },
    }),
  },
  {
    foundBy: "transcript-on-the-wire",
    fault: "leaves out what is said beside an image",
    rig: sending((messages) => messages.filter(({ content }) => !Array.isArray(content))),
  },
  {
    foundBy: "no-trigger",
    fault: "puts a note of its own before the newest message",
    rig: fetchRig({
      complete:
        (complete, { withAdapter }) =>
        (state, request, options) =>
          complete(
            state,
            withAdapter && request.system !== undefined
              ? { ...request, system: `${request.system} (compacted never)` }
              : request,
            options,
          ),
    }),
  },
  {
    foundBy: "compacts-when-due",
    fault: "never compacts",
    rig: compacting(() => ({
      async fit(history) {
        const view = viewOf(history);
        const outcome = { type: "unchanged", why: "below-trigger" } as const;
        return { view, state: history.state, history, outcome, warnings: view.warnings };
      },
    })),
  },
  {
    foundBy: "cut-at-every-position",
    fault: "leaves out the results that stand first",
    rig: sending((messages) => {
      const first = messages.findIndex(({ role }) => role === "tool");
      return isSummary(messages[0] ?? { role: "" })
        ? messages.filter((_, index) => index !== first)
        : messages;
    }),
  },
  {
    foundBy: "transcript-cut-short",
    fault: "sends calls that were never answered",
    rig: compacting((compactor) => ({
      async fit(history, options) {
        const fitted = await compactor.fit(history, options);
        if (fitted.outcome.type === "compacted" || fitted.state !== null) return fitted;
        const messages = history.items.map(({ message }) => message);
        return { ...fitted, view: { ...fitted.view, messages } };
      },
    })),
  },
  {
    foundBy: "second-compaction-folds-first",
    fault: "does not tell what the first summary said",
    rig: summarizing((summarizer) => ({
      ...summarizer,
      summarize: (request, signal) =>
        summarizer.summarize({ ...request, previousSummary: null }, signal),
    })),
  },
  {
    foundBy: "system-and-tools-counted",
    fault: "counts the messages alone",
    rig: compacting((compactor) => ({
      fit: (history, { system: _system, tools: _tools, ...options } = {}) =>
        compactor.fit(history, options),
    })),
  },
  {
    foundBy: "view-stable-in-turn",
    fault: "makes the view anew for each request",
    rig: fetchRig({
      complete: (complete) => (state, request, options) =>
        complete({ ...state, compaction: null }, request, options),
    }),
  },
  {
    foundBy: "giant-result-in-turn",
    fault: "looks at the size of a conversation between turns only",
    rig: compacting((compactor) => {
      const isAtTurn = ({ items }: History): boolean => items.at(-1)?.message.role === "user";
      return {
        fit: (history, options) =>
          compactor.fit(
            history,
            isAtTurn(history) ? options : { ...options, windowTokens: 10_000_000 },
          ),
        recover: async (history, error, options) => ({
          ...(await compactor.recover(history, isAtTurn(history) ? error : null, options)),
        }),
      };
    }),
  },
  {
    foundBy: "overflow-on-first-call",
    fault: "does not recover",
    rig: compacting((compactor) => ({ recover: (history) => compactor.recover(history, null) })),
  },
  {
    foundBy: "overflow-on-later-call",
    fault: "recovers at the beginning of a turn only",
    rig: compacting((compactor) => ({
      recover: (history, error, options) =>
        compactor.recover(
          history,
          history.items.at(-1)?.message.role === "tool" ? null : error,
          options,
        ),
    })),
  },
  {
    foundBy: "overflow-twice",
    fault: "loses the question when it does not get an answer",
    rig: fetchRig({
      world: (world) => ({
        ...world,
        async turn(input, signal) {
          const before = await world.stored();
          return world.turn(input, signal).catch(async (error: unknown) => {
            await world.write(before.slice(2));
            throw error;
          });
        },
      }),
    }),
  },
  {
    foundBy: "overflow-for-ever",
    fault: "tries again and again",
    rig: fetchRig({
      client: (client) => ({
        async send(request, options) {
          for (let attempt = 0; attempt < 8; attempt += 1)
            try {
              return await client.send(request, options);
            } catch {
              continue;
            }
          return client.send(request, options);
        },
      }),
    }),
  },
  {
    foundBy: "overflow-propagates",
    fault: "recovers although it declares not to",
    rig: fetchRig({ facts: { overflow: "propagates" } }),
  },
  {
    foundBy: "overflow-in-stream-before-content",
    fault: "takes the beginning of a stream for an answer",
    rig: fetchRig({
      client: (client) => ({
        send: async (request, options) =>
          client.send(request, options).catch((error: unknown) => {
            if (isInStream(error)) options?.onText?.("");
            throw error;
          }),
      }),
    }),
  },
  {
    foundBy: "overflow-in-stream-after-content",
    fault: "asks again after the user was told something",
    rig: fetchRig({
      client: (client) => ({
        async send(request, options) {
          let isTold = false;
          const onText = (piece: string): void => {
            isTold = true;
            options?.onText?.(piece);
          };
          return client
            .send(request, options?.onText === undefined ? options : { ...options, onText })
            .catch((error: unknown) => {
              if (isTold) return client.send(request, options);
              throw error;
            });
        },
      }),
    }),
  },
  {
    foundBy: "failed-stream-hidden",
    fault: "asks again where an answer comes without its size",
    rig: taciturnRig({
      client: (client) => ({
        async send(request, options) {
          const answer = await client.send(request, options);
          return answer.usage === null ? client.send(request, options) : answer;
        },
      }),
    }),
  },
  {
    foundBy: "giant-result-ends-turn",
    fault: "is asked before each call although it declares not to be",
    rig: taciturnRig({ compactor: (compactor) => compactor }),
  },
  {
    foundBy: "messages-appended",
    fault: "sends only what it has seen come",
    rig: sending((messages) =>
      messages.filter(({ content }) => content !== "A word from elsewhere."),
    ),
  },
  {
    foundBy: "rate-limit-is-no-overflow",
    fault: "takes every error for an overflow",
    rig: compacting((compactor) => ({
      recover: (history, _error, options) =>
        compactor.recover(history, new Error("context_length_exceeded"), options),
    })),
  },
  {
    foundBy: "summarizer-throws",
    fault: "takes the error for a summary",
    rig: summarizing((summarizer) =>
      withAnswers(summarizer, "Error generating summary: the service is away"),
    ),
  },
  {
    foundBy: "summarizer-says-nothing",
    fault: "puts a placeholder in place of an empty summary",
    rig: summarizing((summarizer) => withAnswers(summarizer, "(There was something here before.)")),
  },
  {
    foundBy: "summarizer-says-more",
    fault: "cuts a summary that is too long",
    rig: summarizing((summarizer) => ({
      ...summarizer,
      summarize: async (request, signal) => {
        const summary = await summarizer.summarize(request, signal);
        return { ...summary, text: summary.text.slice(0, 400) };
      },
    })),
  },
  {
    foundBy: "summary-to-the-letter",
    fault: "takes the summary for a pattern",
    rig: summarizing((summarizer) => ({
      ...summarizer,
      summarize: async (request, signal) => {
        const { text, ...rest } = await summarizer.summarize(request, signal);
        return { ...rest, text: "@".replace("@", text) };
      },
    })),
  },
  {
    foundBy: "summary-calls-booked-once",
    fault: "books each summary twice",
    rig: turning((result) => ({ ...result, summaryCalls: result.summaryCalls * 2 })),
  },
  {
    foundBy: "summary-not-streamed",
    fault: "tells the user that it summarizes",
    rig: turning((result) => ({ ...result, pieces: ["Summarizing…", ...result.pieces] })),
  },
  {
    foundBy: "answer-whole-at-once",
    fault: "streams although it declares not to",
    rig: {
      ...fetchRig(),
      facts: { overflow: "recovers", streaming: false, persists: "view", durable: true },
    },
  },
  {
    foundBy: "abort-while-summarizing",
    fault: "sends the whole conversation when it is given up",
    rig: fetchRig({
      world: (world) => ({
        ...world,
        turn: async (input, signal) =>
          world.turn(input, signal).catch(async (error: unknown) => {
            if (!signal.aborted) throw error;
            return world.turn(input, new AbortController().signal);
          }),
      }),
    }),
  },
  {
    foundBy: "question-to-the-letter",
    fault: "stores the question without the white space around it",
    rig: fetchRig({
      world: (world) => ({ ...world, turn: (input, signal) => world.turn(input.trim(), signal) }),
    }),
  },
  {
    foundBy: "nothing-stored-twice",
    fault: "stores the summary as a message",
    rig: saving((state, before) =>
      state.compaction === before.compaction
        ? state
        : {
            ...state,
            messages: [
              ...state.messages.slice(0, -1),
              { role: "user", content: "Summary number 0" },
              ...state.messages.slice(-1),
            ],
          },
    ),
  },
  {
    foundBy: "raw-history-kept",
    fault: "deletes what was compacted",
    rig: saving((state, before) =>
      state.compaction === before.compaction
        ? state
        : { ...state, messages: state.messages.slice(2) },
    ),
  },
  {
    foundBy: "history-replaced",
    fault: "replaces nothing although it declares to",
    rig: fetchRig({ facts: { persists: "replace" } }),
  },
  {
    foundBy: "nothing-in-a-closure",
    fault: "keeps the mark in a closure",
    rig: closureRig(),
  },
  {
    foundBy: "outlives-the-process",
    fault: "keeps the mark in memory although it declares to be durable",
    rig: closureRig(),
  },
  {
    foundBy: "ends-with-the-process",
    fault: "leaves a file behind although it declares not to be durable",
    rig: fetchRig({ facts: { durable: false } }),
  },
  {
    foundBy: "two-turns-at-once",
    fault: "writes over what another turn has stored",
    rig: fetchRig({ parallel: true, keeper: () => memoryKeeper() }),
  },
  {
    foundBy: "kept-message-edited",
    fault: "sends a message as it was before it was edited",
    rig: sending((messages) =>
      messages.map((message) =>
        message.content === "This is what I meant to ask."
          ? { ...message, content: "What now?" }
          : message,
      ),
    ),
  },
  ...["covered-message-edited", "messages-removed", "messages-reordered"].map((foundBy) => ({
    foundBy,
    fault: "drops a summary without a word",
    rig: turning((result) => ({ ...result, warnings: [] })),
  })),
  ...(["interrupt-and-resume", "structured-output", "handoff"] as const).map((feature) => ({
    foundBy: `feature-${feature}`,
    fault: `loses ${feature} when it compacts`,
    rig: neutralRig({ losing: feature }),
  })),
];

function withoutReasoning(message: Message): Message {
  return message.role === "assistant"
    ? { ...message, parts: message.parts.filter(({ type }) => type !== "reasoning") }
    : message;
}
