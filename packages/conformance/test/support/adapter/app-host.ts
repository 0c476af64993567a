import type { CompactorOptions, Item, Message } from "@cutpoint/core";
import type { StateStore } from "@cutpoint/session/store";
import type {
  AdapterInstance,
  AdapterSetup,
  AdapterTool,
  TurnResult,
} from "../../../src/adapter/rig.ts";
import { CONVERSATION, createMemoryStates } from "./memory-states.ts";

/** Runs a turn over all messages of the app, and returns those that it added. */
export type Loop<Sent> = (
  messages: readonly Sent[],
  signal: AbortSignal,
) => Promise<TurnResult & { readonly added: readonly Sent[] }>;

/** The options of an adapter for its states. */
export type StateOptions = { readonly states: StateStore; readonly conversationId: string };

/** How an app and a host write messages. */
type AppHost<Sent> = {
  readonly question: (text: string) => Sent;
  /** Returns the items that the adapter sees. */
  readonly itemsOf: (messages: readonly Sent[]) => readonly Item[] | Promise<readonly Item[]>;
  readonly written: (messages: readonly Message[]) => readonly Sent[];
  /** @param states a restart loses them */
  readonly createLoop: (states: StateOptions) => Loop<Sent>;
};

/** Opens an app that keeps its messages and sends all of them with each request. */
export function openApp<Sent>({
  createLoop,
  itemsOf,
  question,
  written,
}: AppHost<Sent>): AdapterInstance {
  let messages: readonly Sent[] = [];
  let states = createMemoryStates();
  const open = (): Loop<Sent> => createLoop({ states, conversationId: CONVERSATION });
  let run = open();
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
        states = createMemoryStates();
      }
      run = open();
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** The options of an adapter for a conversation, and what it reported since the last `begin`. */
export type Observed = {
  readonly options: Required<
    Pick<CompactorOptions, "background" | "compactTool" | "onEvent" | "policy" | "summarizer">
  > & {
    readonly onWarning: (warning: { readonly type: string }) => void;
  };
  readonly begin: () => void;
  readonly reports: () => Pick<TurnResult, "warnings" | "summaryCalls">;
};

export function observe({
  background = false,
  feature,
  policy,
  summarizer,
  windowTokens,
}: AdapterSetup): Observed {
  let warnings: string[] = [];
  let summaryCalls = 0;
  return {
    options: {
      policy: { windowTokens, ...policy },
      summarizer: () => summarizer, // a function, so that nothing follows it
      background,
      compactTool: feature === "compact-tool",
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

/** Returns a tool of an adapter as one of the suite. */
export function appTool({
  execute,
  ...definition
}: Omit<AdapterTool, "run"> & {
  readonly execute: (input: unknown) => Promise<string>;
}): AdapterTool {
  return { ...definition, run: (written) => execute(JSON.parse(written)) };
}

/** The JSON schema of a structured answer. */
export const ANSWER: { readonly type: "object"; readonly [field: string]: unknown } = {
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
  additionalProperties: false,
};
