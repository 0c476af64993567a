import type { Policy, Request } from "@cutpoint/core";

/** Bytes of one token in a state, as JSON. */
const BYTES_PER_TOKEN = 4;

/** Shares of a state: the human's words, the summary; the rest is for file lists, clamped results and JSON itself. */
const HUMAN_SHARE = 0.25;
const SUMMARY_SHARE = 0.25;
/** The shares of the window that core gives them where no state is too small. */
const HUMAN_WINDOW_SHARE = 0.1;
const SUMMARY_WINDOW_SHARE = 0.1;

/**
 * A policy whose states stay below a size, in bytes: where the given one does not say how much of the human's words and of
 * the summary a state holds, both are limited to their share of it.
 */
export function withStateSize(
  policy: Policy | ((request: Request) => Policy),
  maxStateBytes: number,
): (request: Request) => Policy {
  let newest:
    | { readonly given: Policy; readonly windowTokens: number; readonly limited: Policy }
    | undefined;
  return (request) => {
    const given = typeof policy === "function" ? policy(request) : policy;
    const windowTokens = given.windowTokens ?? request.windowTokens;
    if (windowTokens === undefined) return given;
    if (newest?.given !== given || newest.windowTokens !== windowTokens)
      newest = { given, windowTokens, limited: limitedTo(given, windowTokens, maxStateBytes) };
    return newest.limited;
  };
}

function limitedTo(given: Policy, windowTokens: number, maxStateBytes: number): Policy {
  const tokens = maxStateBytes / BYTES_PER_TOKEN;
  const atMost = (share: number, windowShare: number): number =>
    Math.max(1, Math.floor(Math.min(tokens * share, windowTokens * windowShare)));
  return {
    ...given,
    keepUserTokens: given.keepUserTokens ?? atMost(HUMAN_SHARE, HUMAN_WINDOW_SHARE),
    summaryTokens: given.summaryTokens ?? atMost(SUMMARY_SHARE, SUMMARY_WINDOW_SHARE),
  };
}
