import type { ToolKinds } from "../digest/tool-kinds.ts";
import type { Item } from "../model/item.ts";
import { type Part, withParts } from "../model/message.ts";
import { own } from "../model/own.ts";
import type { Rung } from "../model/receipt.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { clampOversized } from "./clamp.ts";
import type { Measured } from "./cut-point.ts";
import { fileBytesOf, oldestFiles } from "./file-bytes.ts";
import type { ResolvedPolicy } from "./policy.ts";
import { supersededReads } from "./superseded.ts";

/** Items with what is hidden of them, and the steps that did it. */
export type Hidden = {
  readonly measured: readonly Measured[];
  readonly replaced: Readonly<Record<string, readonly Part[]>>;
  readonly rungs: readonly Rung[];
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

type HideOptions = {
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
export function hide(
  measured: readonly Measured[],
  excessTokens: number,
  { policy, estimator, kinds, least }: HideOptions,
): Hidden {
  let hidden: Hidden = { measured, replaced: {}, rungs: [] };
  let excess = Math.max(excessTokens, least ?? excessTokens);
  const climb = (name: Rung["name"], all: Replacements, minimum = 0): void => {
    const goal = Math.max(excess, minimum);
    const replacements = least === null ? all : newestOf(all, hidden, goal, estimator);
    const next = withReplacements(hidden, name, replacements, estimator);
    excess -= next.rungs === hidden.rungs ? 0 : (next.rungs.at(-1)?.savedTokens ?? 0);
    hidden = next;
  };
  if (policy.fileBytes !== null && fileBytesOf(measured) > policy.fileBytes)
    climb("files", oldestFiles(measured, policy.fileBytes));
  const { prune } = policy;
  if (prune === "none") return hidden;
  const read = (): readonly Measured[] => readResults(hidden.measured, prune.protectedTools);
  if (excess > 0) climb("clamp", oversized(read(), policy, estimator));
  if (excess > 0 && prune.superseded) {
    const superseded = supersededReads(
      hidden.measured.map(({ item }) => item),
      kinds,
    );
    climb(
      "superseded",
      notices(read(), ({ item }) => (superseded.has(item.id) ? SUPERSEDED_TEXT : null)),
    );
  }
  if (excess > 0 && prune.useless)
    climb(
      "useless",
      notices(read(), ({ item }) => (isUseless(item) ? USELESS_TEXT : null)),
    );
  if (excess > 0)
    climb("prune", oldOutput(hidden.measured, read(), prune, estimator), prune.minimumSavings);
  return hidden;
}

type Replacements = Readonly<Record<string, readonly Part[]>>;

/** The replacements nearest to the end that together save so many tokens: what stands before them stays in the cache. */
function newestOf(
  replacements: Replacements,
  { measured }: Hidden,
  goal: number,
  estimator: TokenEstimator,
): Replacements {
  let saved = 0;
  const newest: Record<string, readonly Part[]> = {};
  for (const one of measured.toReversed()) {
    const parts = own(replacements, one.item.id);
    if (parts === undefined) continue;
    if (saved >= goal) break;
    newest[one.item.id] = parts;
    saved += Math.max(0, one.tokens - replacedBy(one, parts, estimator).tokens);
  }
  return newest;
}

/** The results that the model has read, of tools that are not protected. */
function readResults(
  measured: readonly Measured[],
  protectedTools: readonly string[],
): readonly Measured[] {
  const lastAnswer = measured.findLastIndex(({ item }) => item.message.role === "assistant");
  return measured
    .slice(0, Math.max(0, lastAnswer))
    .filter(
      ({ item: { message } }) => message.role === "tool" && !protectedTools.includes(message.name),
    );
}

function oversized(
  results: readonly Measured[],
  { windowTokens }: ResolvedPolicy,
  estimator: TokenEstimator,
): Replacements {
  const largest = Math.floor(windowTokens * LARGEST_SHARE);
  const tooLarge = results.filter(({ tokens }) => tokens > largest);
  return clampOversized(tooLarge, largest * tooLarge.length, null, estimator);
}

function isUseless({ message }: Item): boolean {
  return message.role === "tool" && message.useless === true && message.failed !== true;
}

function notices(
  results: readonly Measured[],
  noticeOf: (result: Measured) => string | null,
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
  measured: readonly Measured[],
  results: readonly Measured[],
  {
    protectTokens,
    minimumSavings,
  }: { readonly protectTokens: number; readonly minimumSavings: number },
  estimator: TokenEstimator,
): Replacements {
  const candidates = new Set(results);
  const old: Measured[] = [];
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
        sum + one.tokens - replacedBy(one, own(replacements, one.item.id) ?? [], estimator).tokens,
      0,
    );
  return saved < minimumSavings ? {} : replacements;
}

function withReplacements(
  before: Hidden,
  name: Rung["name"],
  replacements: Replacements,
  estimator: TokenEstimator,
): Hidden {
  let savedTokens = 0;
  const replaced = new Map<string, readonly Part[]>();
  const measured = before.measured.map((one) => {
    const parts = own(replacements, one.item.id);
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
    replaced: { ...before.replaced, ...Object.fromEntries(replaced) },
    rungs: [...before.rungs, { name, ids, savedTokens }],
  };
}

/** An item with other parts, measured. */
export function replacedBy(
  one: Measured,
  parts: readonly Part[],
  estimator: TokenEstimator,
): Measured {
  const message = withParts(one.item.message, parts);
  return { item: { ...one.item, message }, tokens: estimator.estimate(message) };
}
