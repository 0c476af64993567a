import type { Message, TokenEstimator } from "@cutpoint/core";
import type { Needs } from "../reading/needs.ts";

/** What a method is given: a history and a budget. It never sees what follows. */
export type MethodRequest = {
  /**
   * The history, its system messages among it, oldest first. In a later round: what the method made in the last one,
   * and what was said since.
   */
  readonly messages: readonly Message[];
  /** All that was said, whatever the round: what a method that keeps a log can look up. */
  readonly history: readonly Message[];
  /** How many rounds are made in all; 1 for a single compaction. */
  readonly rounds: number;
  /** What the method handed back as its state in the last round; `undefined` in the first. */
  readonly state: unknown;
  /** The most that the result may take, system messages left out, counted by `estimator`. */
  readonly budgetTokens: number;
  /** Counts exactly. */
  readonly estimator: TokenEstimator;
};

/**
 * The messages that are left, with a state for the next round where the method has one. A text stands for one message
 * after the system messages: a summary that replaces the whole history.
 */
export type MethodResult =
  | string
  | readonly Message[]
  | { readonly messages: readonly Message[]; readonly state: unknown };

export type SearchRequest = {
  readonly messages: readonly Message[];
  readonly queries: readonly string[];
  /** The most hits that are looked at. */
  readonly limit: number;
};

/** A way to make a history smaller. */
export interface Method {
  readonly name: string;
  /** Deterministic. What it throws counts as a result that keeps nothing. */
  compact(request: MethodRequest): MethodResult | Promise<MethodResult>;
  /** For each query the indices of the messages found, the best first: how what was lost can be had again. */
  search?(request: SearchRequest): Promise<readonly (readonly number[])[]>;
}

/**
 * A method that a report sets beside the others to judge the measures by.
 *
 * `oracle` knows the future, and is what can be reached; `control` must lose.
 */
export type Arm =
  | (Method & { readonly role: "method" | "control" })
  | {
      readonly role: "oracle";
      readonly name: string;
      compact(request: MethodRequest, needs: Needs): MethodResult | Promise<MethodResult>;
    };
