import type { TrimmedPart } from "../message/receipt.ts";
import type { CompactionState, PrefixBlock } from "../message/state.ts";
import { truncateMiddle } from "../message/text.ts";
import type { Part } from "../message/message.ts";
import type { Policy } from "../plan/policy.ts";

/** Bytes of one token in a state, as JSON. */
const BYTES_PER_TOKEN = 4;
/** Shares of a state for user text and for the summary; the rest is for file lists, replacements and JSON itself. */
const STATE_SHARE = 0.25;
/** The share of the window that both get by default. */
const WINDOW_SHARE = 0.1;
/** Replaced text is not shortened below this, in characters. */
const LEAST_TEXT = 200;

/** Returns a policy whose defaults for user text and summary fit a state of `maxStateBytes`. */
export function policyWithin(
  policy: Policy,
  windowTokens: number | null,
  maxStateBytes: number,
): Policy {
  if (windowTokens === null) return policy;
  if (policy.keepUserTokens !== undefined && policy.summaryTokens !== undefined) return policy;
  const share = (maxStateBytes / BYTES_PER_TOKEN) * STATE_SHARE;
  const limit = Math.max(1, Math.floor(Math.min(share, windowTokens * WINDOW_SHARE)));
  const { keepUserTokens = limit, summaryTokens = limit } = policy;
  return { ...policy, keepUserTokens, summaryTokens };
}

/**
 * Returns the state within a size in bytes of JSON, and what was removed for it, in this order: the digest, the ids of
 * compacted turns, the middle of long replacements, user text except the newest. A summary is never shortened: a state
 * whose summary alone is larger stays larger.
 */
export function stateWithin(
  state: CompactionState,
  maxStateBytes: number | null,
): { readonly state: CompactionState; readonly trimmed: readonly TrimmedPart[] } {
  const trimmed: TrimmedPart[] = [];
  let limited = state;
  if (maxStateBytes === null) return { state, trimmed };
  for (const [part, trim] of TRIMS) {
    const bytes = bytesOf(limited);
    if (bytes <= maxStateBytes) break;
    const smaller = trim(limited, bytes - maxStateBytes);
    if (bytesOf(smaller) === bytes) continue;
    limited = smaller;
    trimmed.push(part);
  }
  return { state: limited, trimmed };
}

type Trim = (state: CompactionState, excessBytes: number) => CompactionState;

const TRIMS: readonly (readonly [TrimmedPart, Trim])[] = [
  ["digest", (state) => ({ ...state, digest: null })],
  ["turn-ids", (state) => ({ ...state, compacted: { ...state.compacted, turnIds: [] } })],
  ["replacements", shortenReplacements],
  ["user-text", dropOldUserText],
];

const encoder = new TextEncoder();

function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value) ?? "").length;
}

function shortenReplacements(state: CompactionState, excessBytes: number): CompactionState {
  const total = bytesOf(state.replacements);
  const share = Math.max(0, (total - excessBytes) / Math.max(1, total)) * 0.9;
  const shortened = (part: Part): Part =>
    part.type === "text" ? { ...part, text: shorten(part.text, share) } : part;
  const replacements = Object.entries(state.replacements).map(
    ([id, parts]) => [id, parts.map(shortened)] as const,
  );
  return { ...state, replacements: Object.fromEntries(replacements) };
}

function shorten(text: string, share: number): string {
  const length = Math.floor(text.length * share);
  return length >= text.length ? text : truncateMiddle(text, Math.max(LEAST_TEXT, length));
}

function dropOldUserText(state: CompactionState, excessBytes: number): CompactionState {
  let left = excessBytes;
  const newest = state.prefix.findLast(({ kind }) => kind === "user");
  const prefix = state.prefix.filter((block: PrefixBlock) => {
    if (block.kind !== "user" || block === newest || left <= 0) return true;
    left -= bytesOf(block) + 1;
    return false;
  });
  return { ...state, prefix };
}
