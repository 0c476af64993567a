import type { FitOptions, TokenUsage } from "@cutpoint/core";
import type { UnitFormat } from "../unit-format.ts";

/** An object of a request or an answer, as parsed from JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The fields of an answer that a compaction needs. */
export type WireAnswer = {
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
export type WireFormat<Unit, Wire> = UnitFormat<Unit, Wire> & {
  /** The field of a request that contains the messages. */
  readonly listField: string;
  /** The fields of requests whose conversation the provider stores or compacts by itself. Such requests pass unchanged. */
  readonly serverFields: readonly string[];
  /** Returns whether an element of the list is a message that can be read. Other requests pass unchanged. */
  readonly isMessage: (element: unknown) => element is Wire;
  /** Returns whether a message contains a compaction of the provider. It and the messages before it stay as they are. */
  readonly isCompaction: (message: Wire) => boolean;
  /**
   * Returns the content of a request besides its messages.
   *
   * @param leading the messages up to the newest compaction of the provider
   */
  readonly readOptions: (body: JsonObject, leading: readonly Wire[]) => FitOptions;
  readonly readAnswer: (body: JsonObject) => WireAnswer;
  readonly createStreamReader: () => StreamReader;
};
