import {
  assistantMessage,
  compactMessages,
  isCutpointError,
  type Message,
  type TokenEstimator,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { type Chunk, createRandom } from "@cutpoint/fit-estimator";
import { atLeast, type Goal, percent } from "../goals.ts";

const summarizer = createExtractiveSummarizer();

const TURNS = 16;
/** The characters of a user message and of an answer. */
const MOST_SAID = 1_200;
const LEAST_SIZE = 4 / 3;
const USED_GOAL = 0.96;
const INSIDE_GOAL = 0.995;

/**
 * Creates conversations of texts that the estimator was not fitted on. Each has one language or format for what is said
 * and two to four other kinds of text in tool results.
 */
export function mixedConversations(
  chunks: readonly Chunk[],
  count: number,
): readonly (readonly Message[])[] {
  const kinds = Map.groupBy(chunks, ({ kind }) => kind);
  const isProse = (kind: string): boolean => /^prose|^markdown|^chat/u.test(kind);
  const prose = [...kinds.keys()].filter(isProse);
  const data = [...kinds.keys()].filter((kind) => !isProse(kind));
  return Array.from({ length: count }, (_, seed) => {
    const random = createRandom(seed);
    const textOf = (kind: string): string => random.pick(kinds.get(kind) ?? []).text;
    const said = random.pick(prose);
    const read = Array.from({ length: random.between(2, 4) }, () => random.pick(data));
    return Array.from({ length: TURNS }, (_turn, turn) => {
      const call = { callId: `${turn}`, name: "read", arguments: `{"path":"${turn}.txt"}` };
      return [
        userMessage(textOf(said).slice(0, MOST_SAID)),
        assistantMessage("", [call]),
        toolMessage(call, textOf(random.pick(read))),
        assistantMessage(textOf(said).slice(0, MOST_SAID)),
      ];
    }).flat();
  });
}

/** Returns the exact sizes of views as shares of their budgets. A conversation must be larger than a budget by a third. */
export async function usedShares(
  conversations: readonly (readonly Message[])[],
  budgets: readonly number[],
  exact: TokenEstimator,
): Promise<readonly number[]> {
  const tokensOf = (messages: readonly Message[]): number =>
    messages.reduce((sum, message) => sum + exact.estimate(message), 0);
  const shares: number[] = [];
  for (const conversation of conversations)
    for (const budgetTokens of budgets) {
      if (tokensOf(conversation) < LEAST_SIZE * budgetTokens) continue;
      const messages = await viewOf(conversation, budgetTokens);
      if (messages !== null) shares.push(tokensOf(messages) / budgetTokens);
    }
  return shares;
}

/** Returns the view for a budget; `null` if the system text alone is larger. */
async function viewOf(
  conversation: readonly Message[],
  budgetTokens: number,
): Promise<readonly Message[] | null> {
  try {
    return (await compactMessages(conversation, { budgetTokens, summarizer })).messages;
  } catch (error) {
    if (isCutpointError(error, "budget-too-small")) return null;
    throw error;
  }
}

/** Compares the sizes of views with their budgets. */
export function budgetGoals(what: string, shares: readonly number[]): readonly Goal[] {
  const used = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const inside = shares.filter((share) => share <= 1).length / shares.length;
  const most = percent(Math.max(...shares));
  return [
    atLeast(`budgets used, ${shares.length} views of ${what}`, used, USED_GOAL, percent),
    atLeast(
      `views of ${what} inside their budgets by exact count (the largest: ${most})`,
      inside,
      INSIDE_GOAL,
      percent,
    ),
  ];
}
