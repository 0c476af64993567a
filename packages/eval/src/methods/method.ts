import type { Message, TokenEstimator } from "@cutpoint/core";
import type { Needs } from "../reading/needs.ts";

/** History and budget that a method receives. The future is never included. */
export type MethodRequest = {
  /** History with its system messages, oldest first. In later rounds: the last result and the messages since then. */
  readonly messages: readonly Message[];
  /** All messages so far. Methods that keep a log can search it. */
  readonly history: readonly Message[];
  /** Number of rounds. 1 for a single compaction. */
  readonly rounds: number;
  /** State that the method returned in the last round. `undefined` in the first round. */
  readonly state: unknown;
  /** Maximum tokens of the result, without system messages, counted by `estimator`. The window of a session. */
  readonly budgetTokens: number;
  /** Counts exact tokens. */
  readonly estimator: TokenEstimator;
};

/**
 * Remaining messages, optionally with a state for the next round.
 *
 * A string is one summary message that replaces the whole history. It is placed after the system messages.
 */
export type MethodResult =
  | string
  | readonly Message[]
  | { readonly messages: readonly Message[]; readonly state: unknown };

export type SearchRequest = {
  readonly messages: readonly Message[];
  readonly queries: readonly string[];
  /** Maximum number of hits that are considered. */
  readonly limit: number;
};

/** A way to make a history smaller. */
export interface Method {
  readonly name: string;
  /** Must be deterministic. If it throws, the result counts as empty. */
  compact(request: MethodRequest): MethodResult | Promise<MethodResult>;
  /** Returns the indices of found messages for each query, best first. */
  search?(request: SearchRequest): Promise<readonly (readonly number[])[]>;
}

/**
 * A method with its role in a report.
 *
 * `oracle` knows the future and shows the upper limit. `control` must lose. `session` has a window instead of a budget
 * and compacts on the way. The others are also measured at the size of its result.
 */
export type Arm =
  | (Method & { readonly role: "method" | "control" | "session" })
  | {
      readonly role: "oracle";
      readonly name: string;
      compact(request: MethodRequest, needs: Needs): MethodResult | Promise<MethodResult>;
    };
