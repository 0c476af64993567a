import { clampText, type HeadPiece, type Mark, type Part } from "@cutpoint/core";

/** What a mark can do without, in the order in which it is let go. */
export type ShedKind = "digest" | "turn-ids" | "replaced" | "human";

/** A replaced text is not made shorter than this, in characters. */
const LEAST_TEXT = 200;

/**
 * A mark of at most so many bytes of JSON, and what it was let go of: the data for the next digest and the covered turn
 * ids (neither is shown), then the middle of texts that stand for clamped results, then the human's words but for the newest,
 * oldest first. A summary is never cut: where that alone is too large, the mark stays so.
 */
export function markWithin(
  mark: Mark,
  maximumBytes: number,
): { readonly mark: Mark; readonly shed: readonly ShedKind[] } {
  let limited = mark;
  const shed: ShedKind[] = [];
  const steps: readonly (readonly [ShedKind, (mark: Mark, excess: number) => Mark])[] = [
    ["digest", (before) => ({ ...before, digest: null })],
    ["turn-ids", (before) => ({ ...before, covered: { ...before.covered, turnIds: [] } })],
    ["replaced", withShorterTexts],
    ["human", withFewerWords],
  ];
  for (const [kind, step] of steps) {
    const bytes = bytesOf(limited);
    if (bytes <= maximumBytes) break;
    const smaller = step(limited, bytes - maximumBytes);
    if (bytesOf(smaller) === bytes) continue;
    limited = smaller;
    shed.push(kind);
  }
  return { mark: limited, shed };
}

const encoder = new TextEncoder();

function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value) ?? "").length;
}

/** The largest texts that stand for results lose their middles, until all together lose enough. */
function withShorterTexts(mark: Mark, excess: number): Mark {
  const total = bytesOf(mark.replaced);
  const share = Math.max(0, (total - excess) / Math.max(1, total)) * 0.9;
  const shortened = (part: Part): Part =>
    part.type === "text" ? { ...part, text: shorter(part.text, share) } : part;
  const replaced = Object.entries(mark.replaced).map(
    ([id, parts]) => [id, parts.map(shortened)] as const,
  );
  return { ...mark, replaced: Object.fromEntries(replaced) };
}

function shorter(text: string, share: number): string {
  const length = Math.floor(text.length * share);
  return length >= text.length ? text : clampText(text, Math.max(LEAST_TEXT, length));
}

function withFewerWords(mark: Mark, excess: number): Mark {
  let left = excess;
  const newest = mark.head.findLast(({ kind }) => kind === "human");
  const head = mark.head.filter((piece: HeadPiece) => {
    if (piece.kind !== "human" || piece === newest || left <= 0) return true;
    left -= bytesOf(piece) + 1;
    return false;
  });
  return { ...mark, head };
}
