import type { CompactorOptions, Item, Message } from "@cutpoint/core";
import type { AdapterInstance, AdapterSetup, TurnResult } from "../../../src/adapter/rig.ts";

/** Runs a turn over all messages of the app, and returns those that it added. */
export type Loop<Sent> = (
  messages: readonly Sent[],
  signal: AbortSignal,
) => Promise<TurnResult & { readonly added: readonly Sent[] }>;

/** How an app and a host write messages. */
type AppHost<Sent, Storage> = {
  readonly question: (text: string) => Sent;
  /** Returns the items that the adapter sees. */
  readonly itemsOf: (messages: readonly Sent[]) => readonly Item[] | Promise<readonly Item[]>;
  readonly written: (messages: readonly Message[]) => readonly Sent[];
  /** Creates the storage of compaction states, which a restart loses. */
  readonly createStorage: () => Storage;
  readonly createLoop: (stateStorage: Storage) => Loop<Sent>;
};

/** Opens an app that keeps its messages and sends all of them with each request. */
export function openApp<Sent, Storage>({
  createLoop,
  createStorage,
  itemsOf,
  question,
  written,
}: AppHost<Sent, Storage>): AdapterInstance {
  let messages: readonly Sent[] = [];
  let stateStorage = createStorage();
  let run = createLoop(stateStorage);
  return {
    async turn(input, signal) {
      const asked = question(input);
      const { added, ...result } = await run([...messages, asked], signal);
      messages = [...messages, asked, ...added]; // another turn may have ended meanwhile
      return result;
    },
    stored: async () => itemsOf(messages),
    async write(items) {
      messages = written(items.map(({ message }) => message));
    },
    async reopen(what) {
      if (what === "process") {
        messages = [];
        stateStorage = createStorage();
      }
      run = createLoop(stateStorage);
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** The options of an adapter for a conversation, and what it reported since the last `begin`. */
export type Observed = {
  readonly options: Required<Pick<CompactorOptions, "policy" | "summarizer" | "onEvent">> & {
    readonly onWarning: (warning: { readonly type: string }) => void;
  };
  readonly begin: () => void;
  readonly reports: () => Pick<TurnResult, "warnings" | "summaryCalls">;
};

export function observe({ policy, summarizer, windowTokens }: AdapterSetup): Observed {
  let warnings: string[] = [];
  let summaryCalls = 0;
  return {
    options: {
      policy: { windowTokens, ...policy },
      summarizer: () => summarizer, // a function, so that nothing follows it
      onWarning: ({ type }) => void warnings.push(type),
      onEvent(event) {
        if (event.type === "applied") summaryCalls += event.receipt.attempts.length;
      },
    },
    begin() {
      warnings = [];
      summaryCalls = 0;
    },
    reports: () => ({ warnings, summaryCalls }),
  };
}

/** The JSON schema of a structured answer. */
export const ANSWER: { readonly type: "object"; readonly [field: string]: unknown } = {
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
  additionalProperties: false,
};
