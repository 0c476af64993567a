import type { Message } from "@cutpoint/core";
import type { RecordedCompaction } from "@cutpoint/readers";
import { summaryMessage } from "./compaction-result.ts";
import type { PageCompaction } from "./page-data.ts";
import { type ThreadContext, tokensOf } from "./thread-context.ts";

/** Where the example of a thread without compactions is cut, as a share of the tokens. */
const EXAMPLE_CUT = 0.6;
/** Shorter threads get no example. */
const LEAST_EXAMPLE_TOKENS = 2_000;
/** Budget if the size of the recorded result is unknown, as a share of the messages before. */
const DEFAULT_SHARE = 0.2;

/** A compaction with the messages before and after it. */
export type FoundCompaction = Pick<
  PageCompaction,
  "origin" | "method" | "trigger" | "at" | "cost"
> & {
  readonly before: readonly Message[];
  /** `null` if only Cutpoint has a result. */
  readonly after: readonly Message[] | null;
  /** The budget with which Cutpoint compacts the same messages. `null`: it does not. */
  readonly budgetTokens: number | null;
};

/** A compaction with the index of the first message after it. */
export type LocatedCompaction = { readonly at: number; readonly compaction: RecordedCompaction };

/** Returns the recorded compactions of a thread with their views, oldest first. */
export function recordedCompactions(
  located: readonly LocatedCompaction[],
  context: ThreadContext,
): readonly FoundCompaction[] {
  const idOf = new Map(context.messages.map(({ id, message }) => [message, id]));
  let view: readonly Message[] = [];
  let from = 0;
  return located.map(({ at, compaction }) => {
    const before = [...view, ...context.all.slice(from, at)];
    view = recordedView(before, compaction, idOf);
    from = at;
    const { cost, method, trigger } = compaction;
    const budgetTokens = budgetOf(before, view, { compaction, context });
    const kind = { origin: "recorded", method, trigger, ...(cost && { cost }) } as const;
    return { ...kind, at, before, after: view, budgetTokens };
  });
}

/** Returns a compaction of a thread without one, or `null` if the thread is short. */
export function exampleCompaction({
  all,
  estimator,
  messages,
}: ThreadContext): FoundCompaction | null {
  const total = messages.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total < LEAST_EXAMPLE_TOKENS) return null;
  let sum = 0;
  const at = messages.findIndex(({ tokens, message }) => {
    sum += tokens;
    return sum > EXAMPLE_CUT * total && message.role === "assistant";
  });
  if (at <= 0) return null;
  const before = all.slice(0, at);
  const budgetTokens = shareOf(tokensOf(before, estimator));
  const kind = { origin: "example", method: "summary", trigger: "manual" } as const;
  return { ...kind, at, before, after: null, budgetTokens };
}

/** Returns the messages that the model saw after a recorded compaction. */
function recordedView(
  before: readonly Message[],
  { clippedIds = [], keptIds, method, summary }: RecordedCompaction,
  idOf: ReadonlyMap<Message, string>,
): readonly Message[] {
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

function budgetOf(
  before: readonly Message[],
  view: readonly Message[],
  {
    compaction: { method, tokensAfter },
    context: { estimator },
  }: { readonly compaction: RecordedCompaction; readonly context: ThreadContext },
): number {
  if (method !== "opaque") return Math.max(1, tokensOf(view, estimator));
  return Math.max(1, tokensAfter ?? shareOf(tokensOf(before, estimator)));
}

function shareOf(tokens: number): number {
  return Math.max(1, Math.floor(tokens * DEFAULT_SHARE));
}
