import { compactMessages, type Item, type Message, toolMessage } from "@cutpoint/core";
import { findCutPoint, legalCuts } from "../../../packages/core/src/plan/cut-point.ts";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { tokensOf } from "../../../packages/eval/src/replay/ledger.ts";
import type { SummaryCall } from "../../../packages/eval/src/replay/player.ts";
import type { Way } from "./way.ts";

/** A way that replaces the start of the conversation by a model's summary and keeps the rest. */
type SummarizingWay = {
  readonly name: string;
  readonly limitTokens: (windowTokens: number) => number;
  /** Returns the number of messages before the kept ones. */
  readonly cut: (items: readonly Item[]) => number;
  readonly summaryTokens: number;
  /** The number of newest tool results that are repeated after the summary, as files that are read again. */
  readonly files: number;
};

/** The tokens of a prompt for a summary. */
const PROMPT_TOKENS = 800;
/** A repeated file is cut at this share of the window. */
const FILE_SHARE = 0.05;
const KEPT_RESULTS = 3;

/** Models have no summaries here, so an extractive one of the same size stands for it, and its call is paid. */
async function summaryOf(
  messages: readonly Message[],
  budgetTokens: number,
): Promise<readonly Message[]> {
  const { messages: short } = await compactMessages(messages, {
    budgetTokens,
    keepUserTokens: 0,
    summarizer: createExtractiveSummarizer(),
  });
  return short;
}

function summarizingWay(way: SummarizingWay): Way {
  const { cut, files, limitTokens, name, summaryTokens } = way;
  return {
    name,
    fits: (windowTokens) => limitTokens(windowTokens) > 2 * summaryTokens,
    play(windowTokens) {
      let now: Summarized = { summary: [], from: 0 };
      const viewOf = (
        { from, summary }: Summarized,
        items: readonly Item[],
      ): readonly Message[] => [...summary, ...items.slice(from).map(({ message }) => message)];
      const compact = async (
        items: readonly Item[],
      ): Promise<Summarized & { call?: SummaryCall }> => {
        const rest = items.slice(now.from);
        const place = cut(rest);
        if (place <= 0) return now;
        const gone = [...now.summary, ...rest.slice(0, place).map(({ message }) => message)];
        const text = await summaryOf(gone, summaryTokens);
        const freshTokens = PROMPT_TOKENS + tokensOf(gone);
        const call = { freshTokens, cachedTokens: 0, outputTokens: tokensOf(text) };
        const summary = [...text, ...newestFiles(gone, files, windowTokens)];
        return { summary, from: now.from + place, call };
      };
      return {
        async next(items) {
          const isFull = tokensOf(viewOf(now, items)) > limitTokens(windowTokens);
          if (!isFull) return { messages: viewOf(now, items), isCompacted: false, calls: [] };
          const { call, ...next } = await compact(items);
          now = next;
          const calls = call === undefined ? [] : [call];
          return { messages: viewOf(now, items), isCompacted: calls.length > 0, calls };
        },
        compacted: async (items) => viewOf(await compact(items), items),
      };
    },
  };
}

/** The summary and the number of items that it replaces. */
type Summarized = { readonly summary: readonly Message[]; readonly from: number };

function newestFiles(
  gone: readonly Message[],
  count: number,
  windowTokens: number,
): readonly Message[] {
  if (count === 0) return [];
  const characters = Math.floor(windowTokens * FILE_SHARE * 4);
  return gone
    .filter((message) => message.role === "tool")
    .slice(-count)
    .flatMap(({ name, parts }): readonly Message[] => {
      const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
      const shown = `${name}:\n${text.slice(0, characters)}`;
      return [{ role: "user", provenance: "synthetic", parts: [{ type: "text", text: shown }] }];
    });
}

/** Returns the first place from `wanted` on where a conversation may be cut. */
function legalFrom(items: readonly Item[], wanted: number): number {
  const legal = legalCuts(items, "message");
  const place = legal.findIndex((isLegal, index) => isLegal && index >= Math.max(0, wanted));
  return place === -1 ? items.length : place;
}

/** Clears all tool results but the newest three above a limit. */
function clearingWay(name: string, most: number): Way {
  const limitTokens = (windowTokens: number): number => Math.min(most, windowTokens * 0.75);
  return {
    name,
    fits: () => true,
    play(windowTokens) {
      let cleared: ReadonlyMap<string, Message> = new Map();
      const viewOf = (
        notes: ReadonlyMap<string, Message>,
        items: readonly Item[],
      ): readonly Message[] => items.map(({ id, message }) => notes.get(id) ?? message);
      const compact = (items: readonly Item[]): ReadonlyMap<string, Message> => {
        const results = items
          .filter(({ message }) => message.role === "tool")
          .slice(0, -KEPT_RESULTS);
        return new Map(
          results.flatMap(({ id, message }) =>
            message.role === "tool"
              ? [[id, cleared.get(id) ?? toolMessage(message, "[cleared]", message.failed)]]
              : [],
          ),
        );
      };
      return {
        async next(items) {
          const isFull = tokensOf(viewOf(cleared, items)) > limitTokens(windowTokens);
          const before = cleared.size;
          if (isFull) cleared = compact(items);
          const isCompacted = cleared.size > before;
          return { messages: viewOf(cleared, items), isCompacted, calls: [] };
        },
        compacted: async (items) => viewOf(compact(items), items),
      };
    },
  };
}

/** The ways of other systems, with their constants. */
export const OTHER_WAYS: readonly Way[] = [
  summarizingWay({
    name: "pi: reserve 16,384, 20,000 kept",
    limitTokens: (windowTokens) => windowTokens - 16_384,
    cut: (items) =>
      findCutPoint(
        items.map((item) => ({ item, tokens: tokensOf([item.message]) })),
        20_000,
      ).index,
    summaryTokens: 4_000,
    files: 0,
  }),
  summarizingWay({
    name: "LangChain: 0.85, 20 messages kept",
    limitTokens: (windowTokens) => windowTokens * 0.85,
    cut: (items) => (items.length <= 20 ? 0 : legalFrom(items, items.length - 20)),
    summaryTokens: 2_000,
    files: 0,
  }),
  summarizingWay({
    name: "everything becomes a summary at 92 %",
    limitTokens: (windowTokens) => windowTokens * 0.92,
    cut: (items) => legalFrom(items, items.length),
    summaryTokens: 3_000,
    files: 5,
  }),
  clearingWay("clear tool results at 100,000, 3 kept", 100_000),
];
