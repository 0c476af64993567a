import type { Message } from "../message/message.ts";
import type { TokenEstimator } from "./estimator.ts";

/** The system text and the tools of two agents, and the words of people that a cut at one place or another carries. */
const TEXTS = 32;
/** Shorter ones are estimated as fast as they are looked up; longer ones would be held for nothing, in characters. */
const TEXT = { least: 64, most: 200_000 } as const;

/**
 * The same estimator, asked once for each message object, and for each text and system message that comes with request
 * after request or is weighed at one place after another.
 */
export function cacheEstimates(estimator: TokenEstimator): TokenEstimator {
  const known = new WeakMap<Message, number>();
  const ofText = rememberTexts((text) => estimator.estimateText(text));
  const ofSystem = rememberTexts((text) =>
    estimator.estimate({ role: "system", parts: [{ type: "text", text }] }),
  );
  return {
    name: estimator.name,
    estimate(message) {
      const before = known.get(message);
      if (before !== undefined) return before;
      const text = plainSystemText(message);
      const tokens = text === null ? estimator.estimate(message) : ofSystem(text);
      known.set(message, tokens);
      return tokens;
    },
    estimateText: ofText,
  };
}

/** The text of a system message that is nothing but this text; `null` of any other. */
function plainSystemText(message: Message): string | null {
  if (
    message.role !== "system" ||
    message.adapterMetadata !== undefined ||
    message.group !== undefined
  )
    return null;
  const [part, second] = message.parts;
  return part === undefined || second !== undefined ? null : part.text;
}

function rememberTexts(estimate: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    if (text.length < TEXT.least || text.length > TEXT.most) return estimate(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const tokens = estimate(text);
    known.set(text, tokens);
    const [oldest] = known.size > TEXTS ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return tokens;
  };
}
