import type { ToolKinds } from "../digest/tool-kinds.ts";
import type { Item } from "../message/item.ts";
import { getOwn } from "../message/json.ts";
import { type FilePart, type Part, withParts } from "../message/message.ts";
import type { PruningStep } from "../message/receipt.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { bytesOf, fileBytes, imageCount, isImage, isInlineFile } from "../tokens/file-tokens.ts";
import type { MeasuredItem } from "./cut-point.ts";
import type { FileLimits, ResolvedPolicy } from "./policy.ts";
import { supersededReads } from "./read-calls.ts";
import { truncateOversized } from "./truncate-items.ts";

/** The share of the images that a request may have which stays, so that the next image does not prune again. */
const KEPT_IMAGES = 0.75;

/** The parts to show instead so that files fit a request: the oldest files become a note. */
function oldestFiles(
  measured: readonly MeasuredItem[],
  { fileBytes: maxBytes, images: maxImages }: FileLimits,
): Readonly<Record<string, readonly Part[]>> {
  const messages = measured.map(({ item }) => item.message);
  const images = sum(messages.map(imageCount));
  let bytes = sum(messages.map(fileBytes)) - (maxBytes ?? Number.POSITIVE_INFINITY);
  let excessImages =
    maxImages === null || images <= maxImages ? 0 : images - Math.floor(maxImages * KEPT_IMAGES);
  const replaced = new Map<string, readonly Part[]>();
  for (const { item } of measured) {
    if (bytes <= 0 && excessImages <= 0) break;
    const parts: readonly Part[] = item.message.parts;
    const isLeftOut = (part: Part): part is FilePart =>
      (bytes > 0 && isInlineFile(part)) || (excessImages > 0 && isImage(part));
    if (!parts.some(isLeftOut)) continue;
    const left = parts.map((part) => (isLeftOut(part) ? fileNote(part) : part));
    replaced.set(item.id, left);
    bytes -= bytesOf(parts) - bytesOf(left);
    excessImages -= parts.filter(isImage).length - left.filter(isImage).length;
  }
  return Object.fromEntries(replaced);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function fileNote(part: FilePart): Part {
  const size = isInlineFile(part) ? `, ${part.url.length} bytes` : "";
  return { type: "text", text: `[${part.name ?? "file"}, ${part.mediaType}${size}, left out]` };
}

/** Items with what is hidden of them, and the steps that did it. */
export type PrunedItems = {
  readonly measured: readonly MeasuredItem[];
  readonly replacements: Readonly<Record<string, readonly Part[]>>;
  readonly steps: readonly PruningStep[];
};

/** A result smaller than this many tokens stays, a notice that was put in its place among them. */
const SMALLEST_HIDDEN = 50;

const LARGEST_SHARE = 0.25;

export const SUPERSEDED_TEXT = "[Superseded by a newer read of the same thing]";
export const USELESS_TEXT = "[Uneventful result left out]";

/** What stands in the place of a pruned result. */
function prunedText(tokens: number): string {
  return `[Output truncated - ${tokens} tokens]`;
}

type PruningOptions = {
  readonly policy: ResolvedPolicy;
  readonly estimator: TokenEstimator;
  readonly kinds: ToolKinds | undefined;
  /**
   * The least that is worth a change, in tokens: then each step hides the newest first, and no more than that takes.
   * `null` has each step hide all that it can.
   */
  readonly least: number | null;
};

/**
 * Hides what the policy allows, cheapest first, until `excessTokens` are saved: files beyond the byte budget, results
 * too large for the window, superseded reads, useless results, old output. Results that the model has not read yet,
 * and whatever is hidden already, stay as they are.
 */
export function prune(
  measured: readonly MeasuredItem[],
  excessTokens: number,
  { policy, estimator, kinds, least }: PruningOptions,
): PrunedItems {
  let hidden: PrunedItems = { measured, replacements: {}, steps: [] };
  let excess = Math.max(excessTokens, least ?? excessTokens);
  const applyStep = (name: PruningStep["name"], all: Replacements, minimum = 0): void => {
    const goal = Math.max(excess, minimum);
    const replacements = least === null ? all : newestOf(all, hidden, goal, estimator);
    const next = withReplacements(hidden, name, replacements, estimator);
    excess -= next.steps === hidden.steps ? 0 : (next.steps.at(-1)?.savedTokens ?? 0);
    hidden = next;
  };
  const files = oldestFiles(measured, policy);
  if (Object.keys(files).length > 0) applyStep("files", files);
  const { prune } = policy;
  if (prune === "none") return hidden;
  const read = (): readonly MeasuredItem[] => readResults(hidden.measured, prune.protectedTools);
  if (excess > 0) applyStep("truncate", oversized(read(), policy, estimator));
  if (excess > 0 && prune.superseded) {
    const superseded = supersededReads(
      hidden.measured.map(({ item }) => item),
      kinds,
    );
    applyStep(
      "superseded",
      notices(read(), ({ item }) => (superseded.has(item.id) ? SUPERSEDED_TEXT : null)),
    );
  }
  if (excess > 0 && prune.useless)
    applyStep(
      "useless",
      notices(read(), ({ item }) => (isUseless(item) ? USELESS_TEXT : null)),
    );
  if (excess > 0)
    applyStep("prune", oldOutput(hidden.measured, read(), prune, estimator), prune.minimumSavings);
  return hidden;
}

type Replacements = Readonly<Record<string, readonly Part[]>>;

/** The replacements nearest to the end that together save so many tokens: what stands before them stays in the cache. */
function newestOf(
  replacements: Replacements,
  { measured }: PrunedItems,
  goal: number,
  estimator: TokenEstimator,
): Replacements {
  let saved = 0;
  const newest: Record<string, readonly Part[]> = {};
  for (const one of measured.toReversed()) {
    const parts = getOwn(replacements, one.item.id);
    if (parts === undefined) continue;
    if (saved >= goal) break;
    newest[one.item.id] = parts;
    saved += Math.max(0, one.tokens - replacedBy(one, parts, estimator).tokens);
  }
  return newest;
}

/** The results that the model has read, of tools that are not protected. */
function readResults(
  measured: readonly MeasuredItem[],
  protectedTools: readonly string[],
): readonly MeasuredItem[] {
  const lastAnswer = measured.findLastIndex(({ item }) => item.message.role === "assistant");
  return measured
    .slice(0, Math.max(0, lastAnswer))
    .filter(
      ({ item: { message } }) => message.role === "tool" && !protectedTools.includes(message.name),
    );
}

function oversized(
  results: readonly MeasuredItem[],
  { windowTokens }: ResolvedPolicy,
  estimator: TokenEstimator,
): Replacements {
  const largest = Math.floor(windowTokens * LARGEST_SHARE);
  const tooLarge = results.filter(({ tokens }) => tokens > largest);
  return truncateOversized(tooLarge, largest * tooLarge.length, null, estimator);
}

function isUseless({ message }: Item): boolean {
  return message.role === "tool" && message.useless === true && message.failed !== true;
}

function notices(
  results: readonly MeasuredItem[],
  noticeOf: (result: MeasuredItem) => string | null,
): Replacements {
  return Object.fromEntries(
    results.flatMap((result) => {
      const notice = result.tokens < SMALLEST_HIDDEN ? null : noticeOf(result);
      return notice === null
        ? []
        : [[result.item.id, [{ type: "text", text: notice }] as const] as const];
    }),
  );
}

/** The results beyond the newest that are protected; none where together they would save too little. */
function oldOutput(
  measured: readonly MeasuredItem[],
  results: readonly MeasuredItem[],
  {
    protectTokens,
    minimumSavings,
  }: { readonly protectTokens: number; readonly minimumSavings: number },
  estimator: TokenEstimator,
): Replacements {
  const candidates = new Set(results);
  const old: MeasuredItem[] = [];
  let output = 0;
  for (const result of measured.toReversed()) {
    if (result.item.message.role !== "tool") continue;
    output += result.tokens;
    if (output > protectTokens && candidates.has(result)) old.push(result);
  }
  const replacements = notices(old, ({ tokens }) => prunedText(tokens));
  const saved = old
    .filter(({ item }) => Object.hasOwn(replacements, item.id))
    .reduce(
      (sum, one) =>
        sum +
        one.tokens -
        replacedBy(one, getOwn(replacements, one.item.id) ?? [], estimator).tokens,
      0,
    );
  return saved < minimumSavings ? {} : replacements;
}

function withReplacements(
  before: PrunedItems,
  name: PruningStep["name"],
  replacements: Replacements,
  estimator: TokenEstimator,
): PrunedItems {
  let savedTokens = 0;
  const replaced = new Map<string, readonly Part[]>();
  const measured = before.measured.map((one) => {
    const parts = getOwn(replacements, one.item.id);
    if (parts === undefined) return one;
    const shown = replacedBy(one, parts, estimator);
    if (shown.tokens >= one.tokens && name !== "files") return one;
    savedTokens += one.tokens - shown.tokens;
    replaced.set(one.item.id, parts);
    return shown;
  });
  const ids = [...replaced.keys()];
  if (ids.length === 0) return before;
  return {
    measured,
    replacements: { ...before.replacements, ...Object.fromEntries(replaced) },
    steps: [...before.steps, { name, ids, savedTokens }],
  };
}

/** An item with other parts, measured. */
export function replacedBy(
  one: MeasuredItem,
  parts: readonly Part[],
  estimator: TokenEstimator,
): MeasuredItem {
  const message = withParts(one.item.message, parts);
  return { item: { ...one.item, message }, tokens: estimator.estimate(message) };
}
