import {
  type CompactionState,
  type CompactorOptions,
  createCharacterEstimator,
  createCompactor,
  type FitResult,
  type History,
  type Item,
  type Policy,
  type Summarizer,
  textOf,
} from "@cutpoint/core";
import { isSendable } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { isReasoningOnly } from "../../../../packages/core/src/view/sendable.ts";
import { cleanConversation } from "../generate/conversation.ts";
import { hostileItems } from "../generate/history.ts";
import { record } from "../generate/record.ts";
import { partedUnits } from "../reference/units.ts";
import { wireViolations } from "../reference/wire-rules.ts";

/** Behavior of the summarizer. */
type Manner = "short" | "full" | "growing" | "empty" | "huge" | "echo" | "rejects" | "throws";

type Call = "fit" | "force" | "recover";

/** A history, and the steps that extend and compact it. */
export type HostileRun = {
  readonly items: readonly Item[];
  readonly policy: Policy;
  readonly system: string;
  readonly steps: readonly {
    readonly more: number;
    readonly call: Call;
    readonly manner: Manner;
  }[];
};

/** Result of a run, with its violations. */
export type RunReport = {
  readonly outcomes: readonly string[];
  readonly violations: readonly string[];
};

const window = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 300, max: 900 }) },
  { weight: 4, arbitrary: fc.integer({ min: 900, max: 5_000 }) },
);

const policies: fc.Arbitrary<Policy> = fc
  .tuple(
    window,
    fc.constantFrom<NonNullable<Policy["boundary"]>[]>("message", "message", "user", "user-only"),
    fc.constantFrom<Pick<Policy, "keepUserTokens">[]>({}, {}, { keepUserTokens: 0 }),
    fc.constantFrom<NonNullable<Policy["prune"]>[]>(
      "none",
      {},
      { protectTokens: 0, minimumSavings: 0 },
      { protectTokens: 100, minimumSavings: 50, protectedTools: ["read"], useless: false },
    ),
    fc.constantFrom<Policy[]>(
      {},
      { trigger: { type: "items", items: 8 } },
      { trigger: { type: "share", share: 0.5 } },
      { keepTurns: 2 },
      { keepShare: 0.3 },
      { fileBytes: 30 },
      { minimumProgress: 0 },
    ),
  )
  .map(([windowTokens, boundary, verbatim, prune, more]) => ({
    windowTokens,
    boundary,
    ...verbatim,
    prune,
    ...more,
  }));

const MANNERS: readonly Manner[] = [
  "short",
  "short",
  "short",
  "full",
  "full",
  "growing",
  "growing",
  "empty",
  "huge",
  "echo",
  "rejects",
  "throws",
];

export const hostileRuns: fc.Arbitrary<HostileRun> = record<HostileRun>({
  items: fc.oneof(
    { weight: 3, arbitrary: hostileItems },
    { weight: 2, arbitrary: cleanConversation({ minTurns: 3, maxTurns: 9 }) },
  ),
  policy: policies,
  system: fc.constantFrom("", "", "s".repeat(400)),
  steps: fc.array(
    record({
      more: fc.integer({ min: 0, max: 24 }),
      call: fc.constantFrom<Call[]>("fit", "fit", "force", "force", "recover"),
      manner: fc.constantFrom(...MANNERS),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

const estimator = createCharacterEstimator();

const OVERFLOW = new Error("prompt is too long: 9000 tokens > 6000 maximum");

/** More compactions in a row without a new message count as an endless loop. */
const MAX_IN_A_ROW = 2;

type Asked = { manner: Manner; calls: number; given: readonly string[] };

/** Plays a run and checks its results. */
export async function play({ items, policy, steps, system }: HostileRun): Promise<RunReport> {
  const asked: Asked = { manner: "short", calls: 0, given: [] };
  const options: CompactorOptions = { policy, estimator, summarizer: mannered(asked) };
  const compactor = createCompactor(options);
  const outcomes: string[] = [];
  const violations: string[] = [];
  let state: CompactionState | null = null;
  let count = 0;
  for (const { more, call, manner } of steps) {
    count = Math.min(items.length, count + more);
    asked.manner = manner;
    for (let again = 0; again <= MAX_IN_A_ROW; again += 1) {
      const history: History = { items: items.slice(0, count), state };
      asked.calls = 0;
      const fitted: FitResult =
        call === "recover" && again === 0
          ? await compactor.recover(history, OVERFLOW, { system })
          : await compactor.fit(history, { system, force: call === "force" && again === 0 });
      outcomes.push(fitted.outcome.type === "unchanged" ? fitted.outcome.why : fitted.outcome.type);
      violations.push(...amiss(history, fitted, asked));
      ({ state } = fitted);
      if (fitted.outcome.type !== "compacted") break;
      if (again === MAX_IN_A_ROW) violations.push("compacts repeatedly without a new message");
    }
  }
  return { outcomes, violations };
}

function amiss(history: History, fitted: FitResult, asked: Asked): readonly string[] {
  const originals = history.items.map((item) => item.message);
  return [
    ...wireViolations(fitted.view.messages, originals),
    ...lostItems(history, fitted),
    ...unheard(history, fitted, asked),
    ...splitByState(history, fitted),
    ...(asked.calls > 1 ? [`the summarizer was asked ${asked.calls} times`] : []),
  ];
}

/** Items after the boundary that are not shown, although a provider accepts them. */
function lostItems({ items }: History, { state, view }: FitResult): readonly string[] {
  const shown = new Set([...view.ids, ...view.warnings.map((warning) => warning.id)]);
  const kept = items.slice(boundaryOf(items, state));
  return kept.flatMap(({ id, message }, place) => {
    if (shown.has(id) || !isSendable(message) || isReasoningOnly(message)) return [];
    if (message.role === "tool" && isCalledByUnsent(kept.slice(0, place), message.callId))
      return [];
    return [`item ${id} is neither compacted nor shown`];
  });
}

/** Results of an answer that is not sent are not sent either. */
function isCalledByUnsent(before: readonly Item[], callId: string): boolean {
  return before.some(
    ({ message }) =>
      message.role === "assistant" &&
      !isSendable(message) &&
      message.parts.some((part) => part.type === "tool-call" && part.callId === callId),
  );
}

/** Items that this compaction replaced without passing them to a summarizer. */
function unheard(
  { items, state: before }: History,
  { state, outcome }: FitResult,
  asked: Asked,
): readonly string[] {
  if (outcome.type !== "compacted" || outcome.receipt.compacted.items === 0) return [];
  const given = new Set(asked.given);
  return items
    .slice(boundaryOf(items, before), boundaryOf(items, state))
    .filter(({ id }) => !given.has(id))
    .map(({ id }) => `item ${id} is compacted, but was not summarized`);
}

/** Units that the new boundary splits. */
function splitByState({ items, state: before }: History, { state }: FitResult): readonly string[] {
  const [from, through] = [boundaryOf(items, before), boundaryOf(items, state)];
  return from === through ? [] : partedUnits(items.slice(from), through - from);
}

function boundaryOf(items: readonly Item[], state: CompactionState | null): number {
  const through = state?.compactedThrough ?? null;
  return through === null ? 0 : items.findIndex((item) => item.id === through) + 1;
}

function mannered(asked: Asked): Summarizer {
  return {
    name: "mannered",
    async summarize({ items, kept, maxTokens, previousSummary, turnPrefix }) {
      asked.calls += 1;
      asked.given = [...items, ...turnPrefix].map((item) => item.id);
      const room = "word ".repeat(Math.ceil((maxTokens * 4) / 5)).slice(0, maxTokens * 4);
      switch (asked.manner) {
        case "short":
          return summaryOf(`Of ${items.length} items.`);
        case "full":
          return summaryOf(room);
        case "growing":
          return summaryOf(`${previousSummary ?? ""}\n${room}`);
        case "empty":
          return summaryOf(" \n");
        case "huge":
          return summaryOf("on and on ".repeat(5_000));
        case "echo":
          return summaryOf([...items, ...kept].map((item) => textOf(item.message)).join("\n"));
        case "rejects":
          return Promise.reject(new Error("overloaded"));
        case "throws":
          throw new Error("no such model");
      }
    },
  };
}

function summaryOf(text: string): { text: string; method: string; calls: number } {
  return { text, method: "mannered", calls: 1 };
}
