import {
  type CompactionState,
  createEstimator,
  type History,
  isCutpointError,
  type Message,
  type Part,
  type Summarizer,
  systemMessage,
  textOf,
  type TokenEstimator,
} from "@cutpoint/core";
import { escapeTags } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { renderPreamble } from "../../../../packages/core/src/plan/summary-frame.ts";
import { cases } from "../cases.ts";
import { cleanMessages } from "../generate/conversation.ts";
import { hostileMessages } from "../generate/history.ts";
import { wireViolations } from "../reference/wire-rules.ts";
import { estimator, type LawEngine, summarizer } from "./engine.ts";
import { expectNone } from "./proving.ts";

/** Tokens of the smallest summary. */
const SUMMARY_TOKENS = 16;

/** The most tokens that joined texts can have more than the same texts one by one. */
const JOINED_TOKENS = 8;

/** Tokens beside the system text that are always enough: the frame, a shortened last user message and a summary. */
const LEAST_TOKENS = 96;

/** The start of a user message that is there however much it is shortened, in characters. */
const START = 2;

/** Generated once: other parts of a case choose a beginning of one of them. */
const CONVERSATIONS: readonly (readonly Message[])[] = fc.sample(
  fc.oneof(hostileMessages, cleanMessages({ maxTurns: 3 })),
  cases(400),
);

/** Writes as much as it may. */
const exhaustive: Summarizer = {
  name: "exhaustive",
  offline: true,
  async summarize({ estimator: by, maxTokens }) {
    let text = "word ".repeat(maxTokens).trim();
    for (let tokens = by.estimateText(text); tokens > maxTokens; tokens = by.estimateText(text))
      text = text.slice(0, Math.floor((text.length * maxTokens) / (tokens + 1)));
    return { text, method: "exhaustive", calls: 1 };
  },
};

type Case = {
  readonly said: readonly Message[];
  readonly budgetTokens: number;
  readonly by: TokenEstimator;
  readonly summarizer: Summarizer;
};

const ESTIMATORS = [estimator, createEstimator()] as const;

/** Histories with budgets from nothing to more than all of it, half of them near what must stay. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    conversation: fc.nat(CONVERSATIONS.length - 1),
    end: fc.nat(40),
    share: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1.1, noNaN: true })),
    near: fc.integer({ min: -30, max: 250 }),
    by: fc.nat(1),
    isOffline: fc.nat(4),
  })
  .map(({ by: place, conversation, end, isOffline, near, share }) => {
    const all = CONVERSATIONS[conversation] ?? [];
    const said = all.slice(0, all.length - (end % Math.max(1, all.length)));
    const by = ESTIMATORS[place] ?? estimator;
    const budgetTokens = leastTokens(said, by) + near + Math.floor(share * sumOf(said, by));
    return {
      said,
      budgetTokens: Math.max(2, budgetTokens),
      by,
      summarizer: isOffline === 0 ? summarizer : exhaustive,
    };
  });

/**
 * `compactMessages` keeps the budget and the last user message, which is verbatim if it fits beside the smallest summary.
 * It throws only if there is no room beside the system text.
 */
export function budgetsAreKept({ compactMessages }: LawEngine): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(anyCase, async ({ budgetTokens, by, said, summarizer }) => {
    try {
      const options = { budgetTokens, estimator: by, summarizer };
      const { messages, receipt } = await compactMessages(said, options);
      const tokens = sumOf(messages, by);
      if (tokens > budgetTokens) throw new Error(`budget: ${tokens} of ${budgetTokens} tokens`);
      if (receipt !== null && receipt.tokensAfter !== tokens)
        throw new Error(`budget: the receipt says ${receipt.tokensAfter}, it is ${tokens}`);
      expectNone(wireViolations(messages, said), "budget");
      const isWhole = budgetTokens >= wholeTokens(said, by);
      expectNone(lastWordsMissing(said, messages, isWhole), "budget");
    } catch (error) {
      const least = leastTokens(said, by);
      if (!isCutpointError(error, "budget-too-small")) throw error;
      const needed = Number(/at least (\d+) tokens/.exec(error.message)?.[1]);
      if (budgetTokens >= least || !(needed > budgetTokens && needed <= least))
        throw new Error(`budget: ${budgetTokens} of ${least}, and yet: ${error.message}`, {
          cause: error,
        });
    }
  });
}

/** A compactor that is called as a conversation grows keeps the window, or fails because of the system text. */
export function windowsAreKept({ createCompactor }: LawEngine): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(anyCase, async ({ budgetTokens, by, said, summarizer }) => {
    const items = said.map((message, place) => ({
      id: `i${place}`,
      message,
      stale: true as const,
    }));
    const policy = { trigger: { type: "share", share: 1 } } as const;
    const compactor = createCompactor({ estimator: by, policy, summarizer });
    let state: CompactionState | null = null;
    /** The prefix of the compaction before, in tokens. With nothing new to compact it stays as it is. */
    let prefixTokens = 0;
    for (const count of [Math.ceil(items.length / 2), items.length]) {
      const history: History = { items: items.slice(0, count), state };
      const fitted = await compactor.fit(history, { windowTokens: budgetTokens });
      const { outcome, view } = fitted;
      ({ state } = fitted);
      const tokens = sumOf(view.messages, by);
      const least = systemTokens(said.slice(0, count), by) + Math.max(LEAST_TOKENS, prefixTokens);
      const prefix = view.messages.filter(
        ({ role }, place) => role !== "system" && view.ids[place] === null,
      );
      prefixTokens = sumOf(prefix, by);
      if (tokens <= budgetTokens) continue;
      const why = outcome.type === "failed" ? outcome.error.message : JSON.stringify(outcome);
      if (budgetTokens >= least) throw new Error(`budget: ${tokens} of ${budgetTokens}: ${why}`);
      if (!/needs at least|backing-off|gave-up/.test(why)) throw new Error(`budget: ${why}`);
    }
  });
}

function sumOf(messages: readonly Message[], by: TokenEstimator): number {
  return messages.reduce((sum, message) => sum + by.estimate(message), 0);
}

function leastTokens(said: readonly Message[], by: TokenEstimator): number {
  return systemTokens(said, by) + LEAST_TOKENS;
}

function systemTokens(said: readonly Message[], by: TokenEstimator): number {
  const texts = said.flatMap((message) => (message.role === "system" ? [textOf(message)] : []));
  return sumOf(
    texts.map((text) => systemMessage(text.toWellFormed())),
    by,
  );
}

/** Tokens of the system text, the whole last user message and the smallest summary. */
function wholeTokens(said: readonly Message[], by: TokenEstimator): number {
  const opening = renderPreamble({ brief: true });
  const labels = `${opening}\n\n<user-messages>\n\n</user-messages>\n\n<summary>\n\n</summary>`;
  const parts = [{ type: "text", text: labels } as const, ...lastWords(said).map(escaped)];
  const prefix: Message = { role: "user", provenance: "summary", parts };
  return systemTokens(said, by) + by.estimate(prefix) + SUMMARY_TOKENS + JOINED_TOKENS;
}

function lastWordsMissing(
  said: readonly Message[],
  sent: readonly Message[],
  isWhole: boolean,
): readonly string[] {
  const words = lastWords(said);
  const parts = sent.flatMap((message): readonly Part[] => message.parts);
  if (isWhole)
    return words.every((word) => parts.some((part) => contains(part, word)))
      ? []
      : ["the last user message is not whole"];
  const [first] = words;
  if (first === undefined) return [];
  const start = first.type === "text" ? first.text.trim().slice(0, START).toWellFormed() : "";
  return parts.some((part) => part.type === "text" && part.text.includes(start))
    ? []
    : ["the last user message is gone"];
}

/** Returns a part as the prefix shows it. */
function escaped(part: SentPart): SentPart {
  return part.type === "text" ? { ...part, text: escapeTags(part.text) } : part;
}

function contains(part: Part, word: SentPart): boolean {
  if (part.type === "text" && word.type === "text")
    return [word.text, escapeTags(word.text)].some((text) => part.text.includes(text));
  return JSON.stringify(part) === JSON.stringify(word);
}

type SentPart = Part & { readonly type: "text" | "file" };

/** The texts and files of the last user message, as they are sent. */
function lastWords(said: readonly Message[]): readonly SentPart[] {
  const last = said.findLast(
    (message) =>
      message.role === "user" &&
      message.provenance === "user" &&
      message.parts.some((part) => part.type !== "text" || part.text.trim() !== ""),
  );
  return (last?.parts ?? []).flatMap((part): readonly SentPart[] => {
    if (part.type === "file") return [part];
    if (part.type !== "text" || part.text.trim() === "") return [];
    return [{ ...part, text: part.text.toWellFormed() }];
  });
}
