import {
  assistantMessage,
  type Item,
  type Policy,
  type Summarizer,
  type SummaryRequest,
  toolCalls,
  toolMessage,
} from "@cutpoint/core";
import { COMPACT_TOOL_NAME } from "@cutpoint/core/session";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import {
  createPolicyPlayer,
  type Player,
  type SummaryCall,
} from "../../../packages/eval/src/replay/player.ts";
import type { Way } from "./way.ts";

/** How a model's summary is made. `aligned`: the live conversation is continued, so its input is cached. */
type ModelSummary = { readonly tokens: number; readonly route: "aligned" | "separate" };

export type CutpointWay = {
  readonly name: string;
  readonly policy?: Policy;
  /** Default: offline summaries. */
  readonly model?: ModelSummary;
  /** Whether the model calls the compact tool before the last answer of each turn. */
  readonly asksAtTurnEnds?: boolean;
};

/** The tokens of a prompt for a summary. */
const PROMPT_TOKENS = 800;

/** Returns a way that calls `fit` of the shipped compactor before each request. */
export function cutpointWay(way: CutpointWay): Way {
  const { asksAtTurnEnds = false, model, name, policy = {} } = way;
  return {
    name,
    fits: () => true,
    play(windowTokens) {
      const calls: SummaryCall[] = [];
      const summarizer = summarizersOf(model, calls);
      const options = { summarizer, calls, compactTool: asksAtTurnEnds };
      const player = createPolicyPlayer(policy, windowTokens, options);
      return asksAtTurnEnds ? askingPlayer(player) : player;
    },
  };
}

/** Adds calls of the compact tool to a conversation: before each answer that a user message follows. */
function askingPlayer(player: Player): Player {
  const added = new Map<string, readonly Item[]>();
  const withCalls = (items: readonly Item[]): readonly Item[] =>
    items.flatMap((item, place) => {
      const next = items[place + 1]?.message;
      if (toolCalls(item.message).length > 0 || item.message.role !== "assistant") return [item];
      if (next === undefined || next.role !== "user") return [item];
      const known = added.get(item.id) ?? [...callFor(item.id), item];
      added.set(item.id, known);
      return known;
    });
  return {
    next: (items) => player.next(withCalls(items)),
    compacted: (items) => player.compacted(withCalls(items)),
  };
}

function callFor(id: string): readonly Item[] {
  const call = { callId: `compact-${id}`, name: COMPACT_TOOL_NAME, arguments: `{"reason":"done"}` };
  return [
    { id: `${id}-call`, message: assistantMessage("", [call]) },
    { id: `${id}-result`, message: toolMessage(call, "Requested.") },
  ];
}

function summarizersOf(
  model: ModelSummary | undefined,
  calls: SummaryCall[],
): Summarizer | readonly Summarizer[] {
  const offline = createExtractiveSummarizer();
  if (model === undefined) return offline;
  const summarize: Summarizer["summarize"] = async (request, signal) => {
    const maxTokens = Math.min(request.maxTokens, model.tokens);
    const { text } = await offline.summarize({ ...request, maxTokens }, signal);
    calls.push(callOf(request, request.estimator.estimateText(text), model.route));
    return { text, method: "model", calls: 1 };
  };
  return [{ name: "model", summarize }, offline];
}

function callOf(
  { estimator, items, live, previousSummary, turnPrefix }: SummaryRequest,
  outputTokens: number,
  route: ModelSummary["route"],
): SummaryCall {
  const tokensOf = (messages: Parameters<typeof estimator.estimate>[0][]): number =>
    messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
  if (route === "aligned") {
    const cachedTokens = tokensOf([...(live?.view.messages ?? [])]);
    return { freshTokens: PROMPT_TOKENS, cachedTokens, outputTokens };
  }
  const text = tokensOf([...items, ...turnPrefix].map(({ message }) => message));
  const freshTokens = PROMPT_TOKENS + text + estimator.estimateText(previousSummary ?? "");
  return { freshTokens, cachedTokens: 0, outputTokens };
}
