import type { Message } from "./message.ts";

/** What else will be on the wire with a view. */
export type Request = {
  /** The model that will answer; usage that another model reported anchors nothing. */
  readonly model?: string;
  /** The context window in tokens; the policy's own number takes precedence. */
  readonly windowTokens?: number;
  /** System text that is sent beside the history's own. */
  readonly system?: string;
  /** Tool definitions, as they are sent; counted as their JSON. */
  readonly tools?: unknown;
  /** Messages that come with this request only, after everything else. */
  readonly tail?: readonly Message[];
};
