import type { ToolKinds } from "../digest/tool-kinds.ts";
import { getOwn, isEmpty } from "../message/json.ts";
import { type FilePart, type Part, withParts } from "../message/message.ts";
import type { PruningStep } from "../message/receipt.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { addFiles, type FileCounts, isImage, isInlineFile } from "../tokens/file-tokens.ts";
import { type MeasuredItem, sumOf } from "./cut-point.ts";
import type { FileLimits, PruneOptions, ResolvedPolicy } from "./policy.ts";
import { supersededReads } from "./read-calls.ts";
import { truncateOversized } from "./truncate-items.ts";

/** Everything that pruning depends on. */
export type PruneInput = {
  readonly estimator: TokenEstimator;
  readonly measured: readonly MeasuredItem[];
  readonly files: FileCounts;
  readonly resolved: ResolvedPolicy;
  readonly toolKinds: ToolKinds | undefined;
};

/** Items after pruning, their new parts by id, and the steps that were taken. */
export type PrunedItems = {
  readonly measured: readonly MeasuredItem[];
  readonly replacements: Replacements;
  readonly steps: readonly PruningStep[];
};

type Replacements = Readonly<Record<string, readonly Part[]>>;

/** Smaller results, among them earlier notices, are not replaced, in tokens. */
const MIN_RESULT_TOKENS = 50;

const LARGEST_SHARE = 0.25;

export const SUPERSEDED_TEXT = "[Superseded by a newer read of the same thing]";

/** The share of the allowed images or files that is kept, so that the next one does not prune again. */
const KEPT_FILES = 0.75;

function excessOf(count: number, most: number): number {
  return count <= most ? 0 : count - Math.floor(most * KEPT_FILES);
}

/** Replaces the oldest files by a note until the files fit a request. */
function oldestFiles(
  measured: readonly MeasuredItem[],
  { bytes, files, images }: FileCounts,
  limits: FileLimits,
): Replacements {
  const most = {
    bytes: limits.fileBytes,
    images: images - excessOf(images, limits.images),
    files: files - excessOf(files, limits.files),
  };
  let shown: FileCounts = { bytes, files, images };
  const replaced = new Map<string, readonly Part[]>();
  for (const { item } of measured) {
    const isAbove = (count: keyof FileCounts): boolean => shown[count] > most[count];
    const hasDocuments = shown.files - shown.images > limits.documents;
    if (!(isAbove("bytes") || isAbove("images") || isAbove("files") || hasDocuments)) break;
    const parts: readonly Part[] = item.message.parts;
    const isLeftOut = (part: Part): part is FilePart =>
      part.type === "file" &&
      ((isAbove("bytes") && isInlineFile(part)) ||
        (isAbove("images") && isImage(part)) ||
        (hasDocuments && !isImage(part)) ||
        isAbove("files"));
    if (!parts.some(isLeftOut)) continue;
    replaced.set(
      item.id,
      parts.map((part) => (isLeftOut(part) ? fileNote(part) : part)),
    );
    shown = addFiles(shown, parts.filter(isLeftOut), -1);
  }
  return Object.fromEntries(replaced);
}

function fileNote(part: FilePart): Part {
  const size = isInlineFile(part) ? `, ${part.url.length} bytes` : "";
  return { type: "text", text: `[${part.name ?? "file"}, ${part.mediaType}${size}, left out]` };
}

/**
 * Replaces tool output that the policy allows, cheapest first, until `excessTokens` are saved: files above the byte
 * limit, results too large for the window, superseded reads, old output. Results that the model has not
 * read yet and earlier notices are kept.
 *
 * @param minimum the tokens that are worth a change: each step then replaces the newest results first, and only as many
 * as needed. `null` replaces all results that a step finds.
 */
export function prune(
  { estimator, files, measured, resolved: policy, toolKinds }: PruneInput,
  excessTokens: number,
  minimum: number | null,
): PrunedItems {
  let pruned: PrunedItems = { measured, replacements: {}, steps: [] };
  let excess = Math.max(excessTokens, minimum ?? excessTokens);
  const applyStep = (
    name: PruningStep["name"],
    find: () => Replacements,
    minimumSavings = Number.NEGATIVE_INFINITY,
  ): void => {
    if (excess <= 0 && name !== "files") return;
    const goal = Math.max(excess, minimumSavings);
    const all = find();
    const replacements = minimum === null ? all : newestOf(all, pruned, goal, estimator);
    const next = withReplacements(pruned, name, replacements, estimator);
    const savedTokens = sumOf(pruned.measured) - sumOf(next.measured);
    if (next === pruned || savedTokens < minimumSavings) return;
    excess -= savedTokens;
    pruned = next;
  };
  applyStep("files", () => oldestFiles(measured, files, policy));
  const { prune } = policy;
  if (prune === "none") return pruned;
  const read = (): readonly MeasuredItem[] => readResults(pruned.measured, prune.protectedTools);
  applyStep("truncate", () => oversized(read(), policy, estimator));
  applyStep("superseded", () => {
    const items = pruned.measured.map(({ item }) => item);
    const superseded = supersededReads(items, toolKinds);
    const results = read().filter(({ item }) => superseded.has(item.id));
    return notices(results, () => SUPERSEDED_TEXT);
  });
  applyStep("prune", () => oldOutput(pruned.measured, read(), prune), prune.minimumSavings);
  return pruned;
}

/** Returns the newest replacements that together save `goal` tokens, so that a cache keeps what is before them. */
function newestOf(
  replacements: Replacements,
  { measured }: PrunedItems,
  goal: number,
  estimator: TokenEstimator,
): Replacements {
  let saved = 0;
  const newest = new Map<string, readonly Part[]>();
  for (const one of measured.toReversed()) {
    const parts = getOwn(replacements, one.item.id);
    if (parts === undefined) continue;
    if (saved >= goal) break;
    newest.set(one.item.id, parts);
    saved += Math.max(0, one.tokens - replaceParts(one, parts, estimator).tokens);
  }
  return Object.fromEntries(newest);
}

/** Returns the results that the model has read, except those of protected tools. */
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

function notices(
  results: readonly MeasuredItem[],
  noticeFor: (tokens: number) => string,
): Replacements {
  return Object.fromEntries(
    results
      .filter(({ tokens }) => tokens >= MIN_RESULT_TOKENS)
      .map(({ item, tokens }) => [item.id, [{ type: "text", text: noticeFor(tokens) }]]),
  );
}

function oldOutput(
  measured: readonly MeasuredItem[],
  results: readonly MeasuredItem[],
  { protectTokens }: Required<PruneOptions>,
): Replacements {
  const candidates = new Set(results);
  const old: MeasuredItem[] = [];
  let output = 0;
  for (const result of measured.toReversed()) {
    if (result.item.message.role !== "tool") continue;
    output += result.tokens;
    if (output > protectTokens && candidates.has(result)) old.push(result);
  }
  return notices(old, (tokens) => `[Output truncated - ${tokens} tokens]`);
}

/** Replaces the parts of items; those that would not become smaller are kept, unless files are replaced. */
export function withReplacements(
  before: PrunedItems,
  name: PruningStep["name"],
  replacements: Replacements,
  estimator: TokenEstimator,
): PrunedItems {
  if (isEmpty(replacements)) return before;
  let savedTokens = 0;
  const replaced = new Map<string, readonly Part[]>();
  const measured = before.measured.map((one) => {
    const parts = getOwn(replacements, one.item.id);
    if (parts === undefined) return one;
    const shown = replaceParts(one, parts, estimator);
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

function replaceParts(
  one: MeasuredItem,
  parts: readonly Part[],
  estimator: TokenEstimator,
): MeasuredItem {
  const message = withParts(one.item.message, parts);
  return { item: { ...one.item, message }, tokens: estimator.estimate(message) };
}
