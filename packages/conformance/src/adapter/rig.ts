import type { Item, Json, Policy, Summarizer } from "@cutpoint/core";
import type { ConformanceCase } from "../conformance-case.ts";

/** What is true of a host with its adapter, said once; where one value has a case, the other has the opposite one. */
export type AdapterFacts = {
  /** Whether a request that is too large for the window is made smaller and sent again, or its error reaches the caller. */
  readonly overflow: "recovers" | "propagates";
  /** Whether the user is told an answer piece by piece. */
  readonly streaming: boolean;
  /**
   * What a stream that fails looks like to the host: an error, or an answer that is empty or cut short, without a word of
   * what happened. Default `rejected`.
   */
  readonly failedStreams?: "rejected" | "hidden";
  /** Whether signed thinking of Claude models is sent back to them. Default: `false`. */
  readonly returnsThinking?: boolean;
  /** When the adapter is asked: before each model call, or once for a turn, however many calls that takes. Default `each-call`. */
  readonly compacts?: "each-call" | "each-turn";
  /**
   * What a compaction does to the messages that the host stores. `view`: nothing, the state is stored beside them, and
   * others may change them; `log`: nothing, and they can only grow; `replace`: they are replaced by the view; `none`: the
   * host stores no messages.
   */
  readonly persists: "view" | "log" | "replace" | "none";
  /** Whether what is stored outlives the process. */
  readonly durable: boolean;
};

/** What a host may be able to do besides answering, which compaction must leave as it is. */
export type HostFeature = "interrupt-and-resume" | "structured-output" | "handoff";

/**
 * Conversations in the host's own messages, for what goes from host to Cutpoint and back; `null` where a host knows no
 * such thing.
 */
export type AdapterSamples = {
  /** System text, question, answer. */
  readonly text: readonly Json[];
  /** Two calls of one answer with both results. */
  readonly parallelCalls: readonly Json[];
  readonly files: readonly Json[] | null;
  /** An answer whose reasoning is signed or encrypted. */
  readonly reasoning: readonly Json[] | null;
  /** Messages, parts and fields that the adapter has never heard of. */
  readonly unknown: readonly Json[];
};

/** A tool that the host offers to the model. */
export type AdapterTool = {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of the arguments. */
  readonly parameters: Json;
  /** @param written the arguments, as JSON text */
  readonly run: (written: string) => Promise<string>;
};

/** What one conversation is to be set up with. */
export type AdapterSetup = {
  /** The provider, without a path: OpenAI's clients want `/v1` behind it, Anthropic's take it as it is. */
  readonly url: string;
  readonly model: string;
  /** What the adapter is told of the window, in tokens. */
  readonly windowTokens: number;
  readonly policy: Policy;
  readonly summarizer: Summarizer;
  /** Instructions that the host sends with each request; `null` for none. */
  readonly system: string | null;
  readonly tools: readonly AdapterTool[];
  /** `false`: the same host, set up the same way, without the adapter. */
  readonly withAdapter: boolean;
  readonly feature: HostFeature | null;
};

/** What came of a turn. */
export type TurnResult = {
  /** The answer that the user gets. */
  readonly text: string;
  /** What the user was told while it came, in order; empty where nothing is streamed. */
  readonly pieces: readonly string[];
  /** The types of the warnings that the adapter passed on. */
  readonly warnings: readonly string[];
  /** The model calls of summaries that the host or its adapter has booked for this turn. */
  readonly summaryCalls: number;
};

/** One conversation of the real host with its adapter. Disposal removes whatever it has stored. */
export interface AdapterInstance extends AsyncDisposable {
  /**
   * The user says something, the host works until it has the answer; rejects with what the host would throw at its
   * caller. Of several at the same time each gets its answer.
   */
  turn(input: string, signal: AbortSignal): Promise<TurnResult>;
  /** What the host has stored, with the ids that the adapter gives it; what a host does not store is not there. */
  stored(): Promise<readonly Item[]>;
  /**
   * Makes these the host's messages, as somebody would who edits them behind the adapter's back. A log that can only grow
   * is given what is stored with more behind it, which somebody else appends.
   */
  write(items: readonly Item[]): Promise<void>;
  /**
   * `adapter`: goes on with a second instance of the adapter over what the host has. `process`: as after the process
   * has ended, with what was stored, where that outlives it.
   */
  reopen(what: "adapter" | "process"): Promise<void>;
}

/** What the suite must know of an adapter. */
export interface AdapterRig {
  readonly facts: AdapterFacts;
  /** Those that the host has. */
  readonly features: readonly HostFeature[];
  readonly samples: AdapterSamples;
  /** The host's messages turned into Cutpoint's, and back into the host's. */
  roundTrip(messages: readonly Json[]): readonly Json[];
  create(setting: AdapterSetup): Promise<AdapterInstance>;
}

export type AdapterCase = ConformanceCase<AdapterRig>;
