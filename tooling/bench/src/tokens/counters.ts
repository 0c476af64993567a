import { createCharacterEstimator, estimateText } from "@cutpoint/core";
import { createTiktokenEstimator, type TiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import { Tokenizer } from "ai-tokenizer";
import * as aiEncoding from "ai-tokenizer/encoding/o200k_base";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { Tiktoken } from "js-tiktoken/lite";
import ranks from "js-tiktoken/ranks/o200k_base";
import { get_encoding } from "tiktoken";
import { estimateTokenCount } from "tokenx";

/** Counts the tokens of a text. */
export type Counter = {
  readonly name: string;
  readonly count: (text: string) => number;
  /** Takes quadratic time in a run of characters, so it gets small inputs only. */
  readonly isQuadratic: boolean;
};

export type Counters = {
  readonly ours: Counter;
  readonly exact: TiktokenEstimator;
  /** The exact tokenizer first, then the others. */
  readonly others: readonly Counter[];
};

export async function createCounters(): Promise<Counters> {
  const exact = await createTiktokenEstimator();
  const ai = new Tokenizer(aiEncoding);
  const characters = createCharacterEstimator();
  const tiktoken = get_encoding("o200k_base");
  const js = new Tiktoken(ranks);
  return {
    ours: { name: "cutpoint", count: estimateText, isQuadratic: false },
    exact,
    others: [
      { name: "characters/4", count: (text) => characters.estimateText(text), isQuadratic: false },
      { name: "tokenx", count: estimateTokenCount, isQuadratic: false },
      {
        name: "tiktoken",
        count: (text) => tiktoken.encode_ordinary(text).length,
        isQuadratic: true,
      },
      { name: "estimator-tiktoken", count: (text) => exact.estimateText(text), isQuadratic: false },
      {
        name: "gpt-tokenizer",
        count: (text) => countTokens(text, { disallowedSpecial: new Set() }),
        isQuadratic: true,
      },
      { name: "ai-tokenizer", count: (text) => ai.count(text), isQuadratic: true },
      { name: "js-tiktoken", count: (text) => js.encode(text, [], []).length, isQuadratic: true },
    ],
  };
}
