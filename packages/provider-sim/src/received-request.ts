import type { Message } from "@cutpoint/core";
import type { FailureName } from "./failure.ts";
import type { EndpointName } from "./rules/rule.ts";

/** What became of a request. */
export type Outcome =
  | { readonly type: "pending" }
  | { readonly type: "answered"; readonly outputTokens: number }
  | {
      readonly type: "refused";
      /** The rule's id, as in the table of rules. */
      readonly rule: string;
      readonly status: number;
      readonly message: string;
    }
  | { readonly type: "failed"; readonly failure: FailureName }
  /** The client went away before there was a reply. */
  | { readonly type: "aborted" };

/** A request as the provider got it. */
export type ReceivedRequest = {
  /** From 0, in the order of arrival. */
  readonly index: number;
  /** `null` where nobody answers at the path. */
  readonly endpoint: EndpointName | null;
  readonly path: string;
  /** Of the body. */
  readonly bytes: number;
  /** As it was sent, parsed; `null` where it could not be. */
  readonly body: unknown;
  readonly model: string | null;
  /** What the model sees, in no vendor's words: without what was truncated; empty where the body is not understood. */
  readonly messages: readonly Message[];
  /** Messages that were left out silently. */
  readonly truncatedMessages: number;
  /** Reasoning that was left out because it was made under other messages: by path at Anthropic, by id at OpenAI. */
  readonly withheldReasoning: readonly string[];
  /** What the model reads, in tokens. */
  readonly inputTokens: number;
  /** The part of it that was read from the cache. */
  readonly cachedTokens: number;
  /** The part of it that went to the cache, which only Anthropic charges for. */
  readonly cacheWriteTokens: number;
  /** How many messages, tools counted as one, stand before each cache point that the request asked for. */
  readonly cachePoints: readonly number[];
  readonly outcome: Outcome;
};
