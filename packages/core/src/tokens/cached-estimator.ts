import { type Message, systemMessage } from "../message/message.ts";
import type { TokenEstimator } from "./estimator.ts";

/** Enough for the system text and tools of two agents, and the user text that is weighed while a cut is chosen. */
const MAX_TEXTS = 32;
/** Lengths of the texts that are cached, in characters: estimating a shorter one is as fast as a lookup; a longer one takes too much memory. */
const CACHED_CHARACTERS = { least: 64, most: 200_000 } as const;

/** Caches the estimates of an estimator by message object, and by text for recurring texts and system messages. */
export function cacheEstimates(estimator: TokenEstimator): TokenEstimator {
  const known = new WeakMap<Message, number>();
  const estimateText = cacheTexts((text) => estimator.estimateText(text));
  const estimateSystem = cacheTexts((text) => estimator.estimate(systemMessage(text)));
  return {
    name: estimator.name,
    estimate(message) {
      const before = known.get(message);
      if (before !== undefined) return before;
      const text = plainSystemText(message);
      const tokens = text === null ? estimator.estimate(message) : estimateSystem(text);
      known.set(message, tokens);
      return tokens;
    },
    estimateText,
  };
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
  return (text) => {
    if (text.length < CACHED_CHARACTERS.least || text.length > CACHED_CHARACTERS.most)
      return estimate(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const tokens = estimate(text);
    known.set(text, tokens);
    const [oldest] = known.size > MAX_TEXTS ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return tokens;
  };
}
