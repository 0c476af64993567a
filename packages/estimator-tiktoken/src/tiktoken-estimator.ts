import { CutpointError, type FilePart, type TokenEstimator } from "@cutpoint/core";
import { messageTokens } from "@cutpoint/core/kit";
import { splitRuns } from "./split-runs.ts";

export type TiktokenEncoding = "o200k_base" | "cl100k_base";

export type TiktokenEstimatorOptions = {
  /** Default `o200k_base`. */
  readonly encoding?: TiktokenEncoding;
  /** Tokens of a file, for a host that knows its model's rule. Default: `fileTokens` of core. */
  readonly fileTokens?: (part: FilePart) => number;
};

/** Counts exactly; to be disposed, since the vocabulary lies outside of the garbage collector's reach. */
export interface TiktokenEstimator extends TokenEstimator, Disposable, AsyncDisposable {}

const ENCODINGS: readonly TiktokenEncoding[] = ["o200k_base", "cl100k_base"];

/**
 * An estimator that counts text as OpenAI's tokenizer does; special tokens are counted as plain text. The vocabulary is
 * loaded here, not when the package is imported.
 *
 * Time is linear, whatever the text: a run of letters, blanks or marks longer than 128 UTF-16 units is cut before it is
 * encoded, which may add up to two tokens a cut and changes nothing else. A message is counted as core's `messageTokens`
 * does: 4 for the envelope, its content, and for a call 4, its name and its arguments.
 *
 * Once disposed, it throws `closed`.
 *
 * @throws `invalid-input` where the encoding is another
 */
export async function createTiktokenEstimator(
  options: TiktokenEstimatorOptions = {},
): Promise<TiktokenEstimator> {
  const { encoding = "o200k_base", fileTokens } = options;
  if (!ENCODINGS.includes(encoding))
    throw new CutpointError(
      "invalid-input",
      `encoding is ${JSON.stringify(encoding)}: it should be ${ENCODINGS.join(" or ")}`,
    );
  const { get_encoding } = await import("tiktoken");
  const tokenizer = get_encoding(encoding);
  let isOpen = true;
  const dispose = (): void => {
    if (isOpen) tokenizer.free();
    isOpen = false;
  };
  const estimateText = (text: string): number => {
    if (!isOpen)
      throw new CutpointError("closed", `the estimator tiktoken/${encoding} has been disposed`);
    let tokens = 0;
    for (const piece of splitRuns(text)) tokens += tokenizer.encode_ordinary(piece).length;
    return tokens;
  };
  const counting = {
    text: estimateText,
    ...(fileTokens === undefined ? {} : { file: fileTokens }),
  };
  return {
    name: `tiktoken/${encoding}`,
    estimate: (message) => messageTokens(message, counting),
    estimateText,
    [Symbol.dispose]: dispose,
    [Symbol.asyncDispose]: async () => dispose(),
  };
}
