import type { TokenEstimator } from "@cutpoint/core";
import { invalidInput, isRecord } from "@cutpoint/core/kit";
import type { ReceivedRequest } from "./received-request.ts";
import type { Overflow } from "./request-context.ts";
import { parseScript, type Script } from "./script.ts";

export type ProviderOptions = {
  /** The context window in tokens, or a function that returns it for a model. */
  readonly windowTokens: number | ((model: string) => number);
  /** Default: every request is answered with "OK." */
  readonly script?: Script;
  /**
   * What happens to a request that exceeds the window. Default: `refuse`.
   *
   * - `refuse`: the vendor's error.
   * - `fail-in-stream`: a streamed request starts with status 200 and then fails.
   * - `truncate`: the oldest messages are removed without an error, as in Ollama.
   */
  readonly overflow?: Overflow;
  /** Maximum size of a body in bytes. Default: 33,554,432, the limit of Anthropic. */
  readonly maxBytes?: number;
  /** Minimum size of a cached prefix in tokens. Default: 0. Vendors require at least 1,024. */
  readonly minCachedTokens?: number;
  /** Default: any free port. */
  readonly port?: number;
  /**
   * The number of the first id; the next ones follow. Default: random, because hosts replace messages that have the same
   * id, also those of an earlier process.
   */
  readonly firstId?: number;
  /** Default: exact counts with o200k_base. */
  readonly estimator?: TokenEstimator;
  /** Returns the time in ms since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
  /** Called when a request is finished. */
  readonly onRequest?: (request: ReceivedRequest) => void;
};

/** The default of `maxBytes`. */
export const MAX_BYTES = 33_554_432;

/** The values of `overflow`. */
export const OVERFLOWS: readonly Overflow[] = ["refuse", "fail-in-stream", "truncate"];

const MAX_PORT = 65_535;

/** @throws `invalid-input` if an option is invalid */
export function checkOptions(options: ProviderOptions): void {
  if (!isRecord(options))
    throw invalidInput("options", options, "expected an object with windowTokens");
  const { windowTokens, script, overflow, maxBytes, minCachedTokens, firstId, port } = options;
  const { estimator } = options;
  if (typeof windowTokens !== "function" && !isWhole(windowTokens, 1))
    throw invalidInput("windowTokens", windowTokens, "expected 1 or more tokens, or a function");
  if (script !== undefined && typeof script !== "function") parseScript(script);
  if (overflow !== undefined && !OVERFLOWS.includes(overflow))
    throw invalidInput("overflow", overflow, `expected one of ${OVERFLOWS.join(", ")}`);
  if (maxBytes !== undefined && !isWhole(maxBytes, 1))
    throw invalidInput("maxBytes", maxBytes, "expected 1 or more bytes");
  if (minCachedTokens !== undefined && !isWhole(minCachedTokens, 0))
    throw invalidInput("minCachedTokens", minCachedTokens, "expected 0 or more tokens");
  if (firstId !== undefined && !isWhole(firstId, 0))
    throw invalidInput("firstId", firstId, "expected a whole number");
  if (port !== undefined && !(isWhole(port, 0) && port <= MAX_PORT))
    throw invalidInput("port", port, `expected a whole number from 0 to ${MAX_PORT}`);
  if (estimator !== undefined && !isEstimator(estimator))
    throw invalidInput("estimator", estimator, "expected a TokenEstimator");
  for (const name of ["now", "onRequest"] as const)
    if (options[name] !== undefined && typeof options[name] !== "function")
      throw invalidInput(name, options[name], "expected a function");
}

function isWhole(value: unknown, minimum: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= minimum;
}

function isEstimator(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value["estimate"] === "function" &&
    typeof value["estimateText"] === "function"
  );
}
