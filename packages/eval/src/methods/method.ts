import type { Message, TokenEstimator } from "@cutpoint/core";
import type { Needs } from "../reading/needs.ts";

/** What a method is given: a history and a budget. It never sees what follows. */
export type MethodRequest = {
  /** The history, its system messages among it, oldest first. In a later round it begins with the result of the last. */
  readonly messages: readonly Message[];
  /** The most that the result may take, system messages left out, counted by `estimator`. */
  readonly budgetTokens: number;
  /** Counts exactly. */
  readonly estimator: TokenEstimator;
};

/** A text stands for one message after the system messages: a summary that replaces the whole history. */
export type MethodResult = string | readonly Message[];

/** A way to make a history smaller. */
export interface Method {
  readonly name: string;
  /** Deterministic. What it throws counts as a result that keeps nothing. */
  compact(request: MethodRequest): MethodResult | Promise<MethodResult>;
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
