import type { Message } from "./message.ts";

/**
 * Where a provider is told to keep what it has read so far: behind the summaries, behind the earlier turns, behind what
 * the current turn was asked, before the newest answer, or behind all that stays.
 */
export type CachePlace = "prefix" | "history" | "input" | "previous-step" | "progress";

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
  /** Messages that come with this request only, such as a pool of sources; after everything that stays. */
  readonly tail?: readonly Message[];
  /** What holds for the moment, the very last of a request; a session's `endTurn` stores the last of it. */
  readonly announce?: readonly Message[];
  /** At most four. Default: summaries, history, input and progress. */
  readonly cachePoints?: readonly CachePlace[];
  /** Whether this request has a cache point behind all that stays, whatever `cachePoints` says. */
  readonly cacheLast?: boolean;
};

/** What comes with one request only. */
export function tailOf({ announce, tail }: Request): readonly Message[] {
  if (announce === undefined) return tail ?? [];
  return tail === undefined ? announce : [...tail, ...announce];
}
