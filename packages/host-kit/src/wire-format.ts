import type { TokenUsage } from "@cutpoint/core";
import type { ModelCall } from "./compacted-call.ts";
import type { AnswerText, UnitFormat } from "./unit-format.ts";

/** An object of a request or an answer, as parsed from JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A request of an HTTP API. */
export type WireRequest<Unit> = ModelCall<Unit> & {
  /** Returns the body of the request with other units. */
  readonly withUnits: (units: readonly Unit[]) => object;
};

/** The fields of an answer that a compaction needs. */
export type WireAnswer = AnswerText & {
  /** Whether it shows something to the user or the app. */
  readonly hasContent: boolean;
  /** Whether the provider stopped because of a limit. */
  readonly isTruncated: boolean;
  /** `undefined` if the provider did not report it. */
  readonly usage: TokenUsage | undefined;
  /** The error in place of an answer; `null` if there is none. */
  readonly error: unknown;
};

/** Reads the events of a streamed answer. */
export type StreamReader = {
  /** Returns whether the answer has not begun yet, has content, or is complete. */
  readonly read: (event: JsonObject) => "opening" | "content" | "end";
  /** Returns the answer so far. */
  readonly answer: () => WireAnswer;
};

/** The requests and answers of an HTTP API. */
export type WireFormat<Unit> = UnitFormat<Unit> & {
  /** The field of a request that contains the messages. */
  readonly listField: string;
  /** Reads a request; `null` if it must pass unchanged, for example because the provider stores the conversation. */
  readonly readRequest: (body: JsonObject) => WireRequest<Unit> | null;
  readonly readAnswer: (body: JsonObject) => WireAnswer;
  readonly createStreamReader: () => StreamReader;
};
