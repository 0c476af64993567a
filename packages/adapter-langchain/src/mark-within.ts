import type { CompactionState, Part, PrefixBlock } from "@cutpoint/core";
import { truncateMiddle } from "@cutpoint/core/kit";

/** What a state can do without, in the order in which it is let go. */
export type TrimmedPart = "digest" | "turn-ids" | "replacements" | "user";

/** A replaced text is not made shorter than this, in characters. */
const LEAST_TEXT = 200;

/**
 * A state of at most so many bytes of JSON, and what it was let go of: the data for the next digest and the covered turn
 * ids (neither is shown), then the middle of texts that stand for clamped results, then the human's words but for the newest,
 * oldest first. A summary is never cut: where that alone is too large, the state stays so.
 */
export function stateWithin(
  state: CompactionState,
  maximumBytes: number,
): { readonly state: CompactionState; readonly trimmed: readonly TrimmedPart[] } {
  let limited = state;
  const trimmed: TrimmedPart[] = [];
  const steps: readonly (readonly [
    TrimmedPart,
    (state: CompactionState, excess: number) => CompactionState,
  ])[] = [
    ["digest", (before) => ({ ...before, digest: null })],
    ["turn-ids", (before) => ({ ...before, compacted: { ...before.compacted, turnIds: [] } })],
    ["replacements", withShorterTexts],
    ["user", withFewerWords],
  ];
  for (const [kind, step] of steps) {
    const bytes = bytesOf(limited);
    if (bytes <= maximumBytes) break;
    const smaller = step(limited, bytes - maximumBytes);
    if (bytesOf(smaller) === bytes) continue;
    limited = smaller;
    trimmed.push(kind);
  }
  return { state: limited, trimmed };
}

const encoder = new TextEncoder();

function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value) ?? "").length;
}

/** The largest texts that stand for results lose their middles, until all together lose enough. */
function withShorterTexts(state: CompactionState, excess: number): CompactionState {
  const total = bytesOf(state.replacements);
  const share = Math.max(0, (total - excess) / Math.max(1, total)) * 0.9;
  const shortened = (part: Part): Part =>
    part.type === "text" ? { ...part, text: shorter(part.text, share) } : part;
  const replacements = Object.entries(state.replacements).map(
    ([id, parts]) => [id, parts.map(shortened)] as const,
  );
  return { ...state, replacements: Object.fromEntries(replacements) };
}

function shorter(text: string, share: number): string {
  const length = Math.floor(text.length * share);
  return length >= text.length ? text : truncateMiddle(text, Math.max(LEAST_TEXT, length));
}

function withFewerWords(state: CompactionState, excess: number): CompactionState {
  let left = excess;
  const newest = state.prefix.findLast(({ kind }) => kind === "user");
  const prefix = state.prefix.filter((piece: PrefixBlock) => {
    if (piece.kind !== "user" || piece === newest || left <= 0) return true;
    left -= bytesOf(piece) + 1;
    return false;
  });
  return { ...state, prefix };
}
