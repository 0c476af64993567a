import type { Item, Json, Policy, Summarizer } from "@cutpoint/core";
import type { ConformanceCase } from "../conformance-case.ts";

/** Properties of a host with its adapter. They select which cases apply. */
export type AdapterFacts = {
  /**
   * `recovers`: a request that is too large is made smaller and sent again. `propagates`: the caller receives the
   * error.
   */
  readonly overflow: "recovers" | "propagates";
  /** Whether the host streams answers. */
  readonly streaming: boolean;
  /**
   * How the host reports a failed stream: with an error (`rejected`), or as an empty or truncated answer (`hidden`).
   * Default: `rejected`.
   */
  readonly failedStreams?: "rejected" | "hidden";
  /**
   * Whether a compaction survives an error of the request after it. `discarded` if the host drops what a failed step
   * wrote. Default: `kept`.
   */
  readonly failedSteps?: "kept" | "discarded";
  /** Whether signed thinking of Claude models is sent back to them. Default: `false`. */
  readonly returnsThinking?: boolean;
  /** Whether the host itself rejects stored calls that have no results. Default: `false`. */
  readonly rejectsOpenCalls?: boolean;
  /** Whether the host itself drops one of two calls with the same id. Default: `false`. */
  readonly dropsReusedCalls?: boolean;
  /** Whether the adapter runs before each model call or once for each turn. Default: `each-call`. */
  readonly compacts?: "each-call" | "each-turn";
  /** Whether a turn may be followed by a compaction. Its usage may be reported as one call. Default: `false`. */
  readonly compactsAfterTurn?: boolean;
  /**
   * Effect of a compaction on the messages that the host stores.
   *
   * `view`: none. The state is stored next to them, and other writers can change them. `log`: none, and messages can
   * only be appended. `replace`: the view replaces them. `none`: the host stores no messages.
   */
  readonly persists: "view" | "log" | "replace" | "none";
  /** Whether stored messages outlive the process. */
  readonly durable: boolean;
};

/**
 * Features of a host that a compaction must not change, and the adapter's tools: `recall`, and `compact-tool` with the option
 * `compactTool`.
 */
export type HostFeature =
  | "interrupt-and-resume"
  | "structured-output"
  | "handoff"
  | "recall"
  | "compact-tool";

/** Conversations in the host's message format, for round trips. `null` if the host does not support a feature. */
export type AdapterSamples = {
  /** System text, question, answer. */
  readonly text: readonly Json[];
  /** Two calls in one answer, with both results. */
  readonly parallelCalls: readonly Json[];
  readonly files: readonly Json[] | null;
  /** An answer with signed or encrypted reasoning. */
  readonly reasoning: readonly Json[] | null;
  /** Messages, parts and fields that the adapter does not know. */
  readonly unknown: readonly Json[];
};

/** A tool of the host. */
export type AdapterTool = {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Json;
  /** @param written arguments as JSON text */
  readonly run: (written: string) => Promise<string>;
};

/** Configuration of a conversation. */
export type AdapterSetup = {
  /** URL of the provider without a path. Clients of OpenAI need `/v1` after it, clients of Anthropic do not. */
  readonly url: string;
  readonly model: string;
  /** Window of the adapter, in tokens. */
  readonly windowTokens: number;
  readonly policy: Policy;
  readonly summarizer: Summarizer;
  /** Whether compactions are prepared in the background. Default: `false`. */
  readonly background?: boolean;
  /** Instructions that the host sends with each request, or `null`. */
  readonly system: string | null;
  readonly tools: readonly AdapterTool[];
  /** `false` creates the same host without the adapter. */
  readonly withAdapter: boolean;
  readonly feature: HostFeature | null;
};

/** Result of a turn. */
export type TurnResult = {
  /** Answer for the user. */
  readonly text: string;
  /** Streamed parts of the answer in order. Empty without streaming. */
  readonly pieces: readonly string[];
  /** Types of the adapter's warnings. */
  readonly warnings: readonly string[];
  /** Number of summary calls whose usage the host or adapter reported for this turn. */
  readonly summaryCalls: number;
};

/** A conversation of the real host with its adapter. Disposal removes its stored data. */
export interface AdapterInstance extends AsyncDisposable {
  /**
   * Runs the host until it has an answer, and rejects with the error that the host throws.
   *
   * Concurrent turns each get their own answer.
   */
  turn(input: string, signal: AbortSignal): Promise<TurnResult>;
  /** Returns the stored messages with the ids of the adapter. Empty if the host stores none. */
  stored(): Promise<readonly Item[]>;
  /**
   * Replaces the host's messages without the adapter.
   *
   * A log that can only grow receives its stored messages with new ones at the end.
   */
  write(items: readonly Item[]): Promise<void>;
  /**
   * Continues with a second adapter over the same host (`adapter`), or with stored data after a restart (`process`).
   */
  reopen(what: "adapter" | "process"): Promise<void>;
}

/** Gives the suite access to an adapter. */
export interface AdapterRig {
  readonly facts: AdapterFacts;
  /** Features that the host supports. */
  readonly features: readonly HostFeature[];
  readonly samples: AdapterSamples;
  /** Converts the host's messages to Cutpoint's and back. */
  roundTrip(messages: readonly Json[]): readonly Json[];
  create(setting: AdapterSetup): Promise<AdapterInstance>;
}

export type AdapterCase = ConformanceCase<AdapterRig>;
