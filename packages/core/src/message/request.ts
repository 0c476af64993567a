import type { Message } from "./message.ts";

/** A position for a cache point: after the prefix, the earlier turns, the user's input, or all messages that stay, or before the newest answer. */
export type CachePlace = "prefix" | "history" | "input" | "previous-step" | "progress";

/** Everything that a request contains besides the history. */
export type Request = {
  /** The model that will answer. Usage reported by other models does not measure this context. */
  readonly model?: string;
  /** The context window in tokens. The policy's `windowTokens` takes precedence. */
  readonly windowTokens?: number;
  /** System text in addition to the system messages of the history. */
  readonly system?: string;
  /** Tool definitions as they are sent. Their JSON is counted. */
  readonly tools?: unknown;
  /** Messages of this request only, such as retrieved documents. Sent after the history. */
  readonly tail?: readonly Message[];
  /** Messages of this request only, sent last. A session's `endTurn` stores them. */
  readonly announce?: readonly Message[];
  /** Positions of cache points, at most four. Default: `prefix`, `history`, `input` and `progress`. */
  readonly cachePoints?: readonly CachePlace[];
  /** Forces a cache point after all messages that stay (`true`) or removes it (`false`). Default: by `cachePoints`. */
  readonly cacheLast?: boolean;
};

/** Returns the messages that are part of one request only. */
export function tailOf({ announce = [], tail = [] }: Request): readonly Message[] {
  return [...tail, ...announce];
}
