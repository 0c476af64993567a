import { invalidInput } from "../message/error.ts";
import { type Message, systemMessage } from "../message/message.ts";
import type { TokenEstimator } from "./estimator.ts";

/**
 * The cached texts, and their characters together. Enough for the system text and tools of two agents, and the user text
 * that is weighed while a cut is chosen.
 */
export const CACHED_TEXTS = { entries: 32, characters: 1_000_000 } as const;
/** In characters. Estimating a shorter text is as fast as a lookup. */
const MIN_TEXT = 64;

/**
 * Caches the estimates of an estimator by message object, and by text for recurring texts and system messages. They throw
 * `invalid-input` if the estimator returns something else than a number of tokens.
 */
export function cacheEstimates(estimator: TokenEstimator): TokenEstimator {
  const known = new WeakMap<Message, number>();
  const estimate = (message: Message): number =>
    checked("estimator.estimate(message)", estimator.estimate(message));
  const estimateText = cacheTexts((text) =>
    checked("estimator.estimateText(text)", estimator.estimateText(text)),
  );
  const estimateSystem = cacheTexts((text) => estimate(systemMessage(text)));
  return {
    name: estimator.name,
    estimate(message) {
      const before = known.get(message);
      if (before !== undefined) return before;
      const text = plainSystemText(message);
      const tokens = text === null ? estimate(message) : estimateSystem(text);
      known.set(message, tokens);
      return tokens;
    },
    estimateText,
  };
}

function checked(call: string, tokens: number): number {
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw invalidInput(call, tokens, "expected a number of tokens, 0 or more");
}

/** Returns the text of a system message that has nothing else; `null` for other messages. */
function plainSystemText(message: Message): string | null {
  const { adapterMetadata, group, role } = message;
  if (role !== "system" || adapterMetadata !== undefined || group !== undefined) return null;
  const [part, second] = message.parts;
  return part === undefined || second !== undefined ? null : part.text;
}

function cacheTexts(estimate: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  let characters = 0;
  return (text) => {
    if (text.length < MIN_TEXT || text.length > CACHED_TEXTS.characters) return estimate(text);
    const before = known.get(text);
    const tokens = before ?? estimate(text);
    if (before === undefined) characters += text.length;
    else known.delete(text);
    known.set(text, tokens); // as the newest
    while (known.size > CACHED_TEXTS.entries || characters > CACHED_TEXTS.characters) {
      const [oldest = ""] = known.keys();
      known.delete(oldest);
      characters -= oldest.length;
    }
    return tokens;
  };
}
