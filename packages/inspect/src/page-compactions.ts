import type { Message, TokenEstimator } from "@cutpoint/core";
import { type Needs, needsOf, type Reading, readingOf } from "@cutpoint/eval/measures";
import type { RecordedCompaction } from "@cutpoint/readers";
import { type CutContext, describeResult, summaryMessage } from "./compaction-result.ts";
import { compactWith } from "./methods.ts";
import type {
  CompactionResult,
  PageCompaction,
  PageMessage,
  PageRun,
  ResultMessage,
} from "./page-data.ts";
import { repeatsAfter } from "./page-runs.ts";
import { readingInput } from "./reading-input.ts";

/** Where the example of a thread without compactions is cut, and its budget, as shares of the tokens. */
const EXAMPLE = { cut: 0.6, budget: 0.2 } as const;
/** Shorter threads get no example. */
const LEAST_EXAMPLE_TOKENS = 2_000;
/** Budget if the size of the recorded result is unknown, as a share of the messages before. */
const DEFAULT_SHARE = 0.2;

/** A thread as the page shows it. */
export type DescribedThread = {
  readonly messages: readonly PageMessage[];
  readonly runs: readonly PageRun[];
  readonly estimator: TokenEstimator;
  /** Called before a recorded compaction is described. */
  readonly onCompaction: () => void;
};

/** A compaction with the index of the first message after it. */
export type LocatedCompaction = { readonly at: number; readonly compaction: RecordedCompaction };

/** Describes the compactions of a thread, oldest first, or one example if it has none. */
export async function pageCompactions(
  recorded: readonly LocatedCompaction[],
  described: DescribedThread,
): Promise<readonly PageCompaction[]> {
  const all = described.messages.map(({ message }) => message);
  const reading = readingOf(readingInput(all), described.estimator);
  if (recorded.length === 0) return exampleOf(all, reading, described);
  const compactions: PageCompaction[] = [];
  let view: readonly Message[] = [];
  let from = 0;
  for (const { at, compaction } of recorded) {
    described.onCompaction();
    const before = [...view, ...all.slice(from, at)];
    const context = contextOf(all, reading, at, described);
    view = recordedView(before, compaction, described.messages);
    from = at;
    compactions.push(await describe(before, view, { context, described, compaction }));
  }
  return compactions;
}

function contextOf(
  all: readonly Message[],
  reading: Reading,
  at: number,
  { estimator }: DescribedThread,
): CutContext {
  const needs: Needs = needsOf(reading, { share: 0, at, historyTokens: 0 });
  return { reading, estimator, at, history: all.slice(0, at), needs };
}

/** Returns the messages that the model saw after a recorded compaction. */
function recordedView(
  before: readonly Message[],
  { clippedIds = [], keptIds, method, summary }: RecordedCompaction,
  messages: readonly PageMessage[],
): readonly Message[] {
  const idOf = new Map(messages.map(({ id, message }) => [message, id]));
  const clipped = new Set(clippedIds);
  const kept = keptIds === undefined ? null : new Set(keptIds);
  const stays = before.flatMap((message) => {
    const id = idOf.get(message) ?? "";
    if (clipped.has(id)) return [withText(message, "[removed]")];
    return message.role === "system" || (kept?.has(id) ?? true) ? [message] : [];
  });
  if (method === "prune" || method === "drop") return stays;
  const system = stays.filter(({ role }) => role === "system");
  const others = stays.filter(({ role }) => role !== "system");
  return [...system, summary === undefined ? SEALED : summaryMessage(summary), ...others];
}

/** Placeholder for a summary that only its provider can read. */
const SEALED: Message = {
  role: "user",
  provenance: "summary",
  parts: [{ type: "other", kind: "encrypted summary", value: null }],
};

function withText(message: Message, text: string): Message {
  return { ...message, parts: [{ type: "text", text }] };
}

async function exampleOf(
  all: readonly Message[],
  reading: Reading,
  described: DescribedThread,
): Promise<readonly PageCompaction[]> {
  const total = described.messages.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total < LEAST_EXAMPLE_TOKENS) return [];
  let sum = 0;
  const at = described.messages.findIndex(({ tokens, message }) => {
    sum += tokens;
    return sum > EXAMPLE.cut * total && message.role === "assistant";
  });
  if (at <= 0) return [];
  const before = all.slice(0, at);
  return [
    await describe(before, null, {
      context: contextOf(all, reading, at, described),
      described,
      compaction: null,
    }),
  ];
}

async function describe(
  before: readonly Message[],
  view: readonly Message[] | null,
  parts: {
    readonly context: CutContext;
    readonly described: DescribedThread;
    readonly compaction: RecordedCompaction | null;
  },
): Promise<PageCompaction> {
  const { compaction, context, described } = parts;
  const { at, estimator, history, needs } = context;
  const indexOf = new Map(history.map((message, index) => [message, index]));
  const tokensBefore = before.reduce((sum, message) => sum + estimator.estimate(message), 0);
  const recorded = view === null ? null : describeResult("recorded", view, context);
  const budgetTokens = budgetOf(tokensBefore, recorded, compaction);
  const own = await ownResult(before, budgetTokens, context);
  return {
    origin: compaction === null ? "example" : "recorded",
    method: compaction?.method ?? "summary",
    trigger: compaction?.trigger ?? "manual",
    at,
    before: before.map((message): ResultMessage => indexOf.get(message) ?? message),
    tokensBefore,
    needs: needs.anchors.map(({ firstUse, origin, text, type }) => ({
      text,
      type,
      origin,
      firstUse,
    })),
    repeats: repeatsAfter(described.messages, described.runs, at),
    results: [recorded, own].filter((result) => result !== null),
  };
}

function budgetOf(
  tokensBefore: number,
  recorded: CompactionResult | null,
  compaction: RecordedCompaction | null,
): number {
  const isReadable = recorded !== null && compaction?.method !== "opaque";
  const share = Math.floor(tokensBefore * DEFAULT_SHARE);
  return Math.max(1, isReadable ? recorded.tokens : (compaction?.tokensAfter ?? share));
}

/** Returns the result of Cutpoint with the same budget, or `null` if the budget is too small. */
async function ownResult(
  before: readonly Message[],
  budgetTokens: number,
  context: CutContext,
): Promise<CompactionResult | null> {
  try {
    const settings = { method: "cutpoint", budgetTokens, keepUserTokens: null } as const;
    const messages = await compactWith(before, settings, context.estimator);
    return describeResult("cutpoint", messages, context);
  } catch {
    return null;
  }
}
