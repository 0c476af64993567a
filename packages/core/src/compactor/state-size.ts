import type { TrimmedPart } from "../message/receipt.ts";
import type { CompactionState, PrefixBlock } from "../message/state.ts";
import { truncateMiddle } from "../message/text.ts";
import type { Part } from "../message/message.ts";

/** The size of a token in a state, in bytes of JSON. */
const BYTES_PER_TOKEN = 4;
/** The share of a state for user text, and for the summary. The rest is for file lists, replacements and JSON. */
const STATE_SHARE = 0.25;
/** Replacements are not truncated below this, in characters. */
const LEAST_TEXT = 200;

/** Returns the largest default for user text, and for a summary, so that a state fits `maxStateBytes`. */
export function mostTokensIn(maxStateBytes: number): number {
  return Math.max(1, Math.floor((maxStateBytes / BYTES_PER_TOKEN) * STATE_SHARE));
}

/**
 * Trims a state to a size in bytes of JSON and lists what was removed, in this order: memory, digest, turn ids, the middle of
 * long replacements, user text except the newest. The summary is never trimmed, so the state may still be too large.
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
  ["memory", ({ memory: _memory, ...state }) => state],
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
    part.type === "text"
      ? { ...part, text: truncateMiddle(part.text, Math.max(LEAST_TEXT, part.text.length * share)) }
      : part;
  const replacements = Object.entries(state.replacements).map(
    ([id, parts]) => [id, parts.map(shortened)] as const,
  );
  return { ...state, replacements: Object.fromEntries(replacements) };
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
