import type { Message } from "@cutpoint/core";
import type { FailureName } from "./failure.ts";
import type { EndpointName } from "./rules/rule.ts";

/** The outcome of a request. */
export type Outcome =
  | { readonly type: "pending" }
  | { readonly type: "answered"; readonly outputTokens: number }
  | {
      readonly type: "refused";
      /** Id of the rule, as in the table of rules. */
      readonly rule: string;
      readonly status: number;
      readonly message: string;
    }
  | { readonly type: "failed"; readonly failure: FailureName }
  /** The client disconnected before there was a reply. */
  | { readonly type: "aborted" };

/** A request as the provider received it. */
export type ReceivedRequest = {
  /** Position in the order of arrival, starting at 0. */
  readonly index: number;
  /** `null` if the path is unknown. */
  readonly endpoint: EndpointName | null;
  readonly path: string;
  /** Size of the body. */
  readonly bytes: number;
  /** The parsed body. `null` if it cannot be parsed. */
  readonly body: unknown;
  readonly model: string | null;
  /**
   * The messages that the model reads, independent of the vendor and without truncated ones. Empty if the body is
   * invalid.
   */
  readonly messages: readonly Message[];
  /** Number of messages that were removed without an error. */
  readonly truncatedMessages: number;
  /** Reasoning that was removed because it is bound to other messages: paths for Anthropic, ids for OpenAI. */
  readonly withheldReasoning: readonly string[];
  /** Tokens that the model reads. */
  readonly inputTokens: number;
  /** Input tokens that were read from the cache. */
  readonly cachedTokens: number;
  /** Input tokens that were written to the cache. Only Anthropic charges for them. */
  readonly cacheWriteTokens: number;
  /** For each cache point of the request, the number of messages before it. The tools count as one. */
  readonly cachePoints: readonly number[];
  readonly outcome: Outcome;
};
