import {
  type CompactionState,
  createCompactor,
  createEstimator,
  type Item,
  type Message,
  type Receipt,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { agentSession } from "./examples/agent-session.ts";

/** The window of the picture, in tokens. */
const WINDOW = 16_000;
const FILES = 24;

/** One message of the picture. */
type Block = { readonly role: Message["role"]; readonly tokens: number };

/** The first compaction of a session, and the requests until the next one. */
export type CompactionSteps = {
  readonly windowTokens: number;
  /** The messages before the compaction, oldest first, without the system message. */
  readonly before: readonly Block[];
  /** Index of the first message that stays. */
  readonly cut: number;
  readonly receipt: Receipt;
  /** The tokens of system text, and those of the prefix. */
  readonly systemTokens: number;
  readonly prefixTokens: number;
  /** The messages until the next compaction. */
  readonly later: readonly Block[];
};

/** Runs the compactor over a session and returns its first compaction. */
export async function compactionSteps(): Promise<CompactionSteps> {
  const estimator = createEstimator();
  const items = agentSession(FILES).map((message, index): Item => ({ id: `m${index}`, message }));
  const compactor = createCompactor({ summarizer: createExtractiveSummarizer() });
  const compactions: { readonly at: number; readonly receipt: Receipt }[] = [];
  let state: CompactionState | null = null;
  for (const [at, { message }] of items.entries()) {
    if (message.role !== "assistant") continue;
    const fitted = await compactor.fit(
      { items: items.slice(0, at), state },
      { windowTokens: WINDOW },
    );
    ({ state } = fitted);
    if (fitted.outcome.type === "compacted")
      compactions.push({ at, receipt: fitted.outcome.receipt });
  }
  const [first, second] = compactions;
  if (first === undefined || second === undefined)
    throw new Error("the session of the picture has fewer than two compactions");
  const blocks = items.map(({ message }) => ({
    role: message.role,
    tokens: estimator.estimate(message),
  }));
  const keptFrom = first.at - first.receipt.kept.items;
  const systemTokens = blocks[0]?.tokens ?? 0;
  const { kept, tokensAfter } = first.receipt;
  return {
    windowTokens: WINDOW,
    before: blocks.slice(1, first.at),
    cut: keptFrom - 1,
    receipt: first.receipt,
    systemTokens,
    prefixTokens: tokensAfter - kept.tokens - systemTokens,
    later: blocks.slice(first.at, second.at),
  };
}
