import type { Message } from "../model/message.ts";
import type { TokenEstimator } from "./estimator.ts";

/** As many texts come with each request at most: its system text and its tools, of one agent and of a second. */
const TEXTS = 4;
/** Shorter ones are estimated as fast as they are looked up; longer ones would be held for nothing, in characters. */
const TEXT = { least: 64, most: 200_000 } as const;

/** The same estimator, asked once for each message object and for each text that comes with request after request. */
export function rememberEstimates(estimator: TokenEstimator): TokenEstimator {
  const known = new WeakMap<Message, number>();
  const texts: { readonly text: string; readonly tokens: number }[] = [];
  return {
    name: estimator.name,
    estimate(message) {
      const before = known.get(message);
      if (before !== undefined) return before;
      const tokens = estimator.estimate(message);
      known.set(message, tokens);
      return tokens;
    },
    estimateText(text) {
      if (text.length < TEXT.least || text.length > TEXT.most) return estimator.estimateText(text);
      const before = texts.find((each) => each.text === text);
      if (before !== undefined) return before.tokens;
      const tokens = estimator.estimateText(text);
      texts.push({ text, tokens });
      if (texts.length > TEXTS) texts.shift();
      return tokens;
    },
  };
}
