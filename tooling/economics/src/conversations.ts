import type { TokenEstimator } from "@cutpoint/core";
import { readingOf, type Transcript } from "@cutpoint/eval";
import {
  type Conversation,
  conversationOf,
} from "../../../packages/eval/src/replay/conversation.ts";
import { joinedByProject } from "./joined.ts";

/** A conversation is played if it has this many times the tokens of the window, or {@link LONG}. */
const LEAST_LENGTH = 4;
const LONG = 400_000;
/** The longest sessions of each project that are played in small windows. */
const SESSIONS = 3;
const SMALL_WINDOW = 16_000;
const MIDDLE_WINDOW = 32_000;

/** Returns the conversations for a window: the longest sessions of each project, the joined ones, or both. */
export function conversationsFor(
  windowTokens: number,
  transcripts: readonly Transcript[],
  estimator: TokenEstimator,
): readonly Conversation[] {
  const coding = transcripts.filter(({ kind }) => kind === "coding");
  const joined = windowTokens > SMALL_WINDOW ? joinedByProject(coding) : [];
  const single = windowTokens > MIDDLE_WINDOW ? [] : coding;
  const played = [...single, ...joined].flatMap((transcript) => {
    const one = conversationOf(readingOf(transcript, estimator));
    return one.tokens < Math.min(LEAST_LENGTH * windowTokens, LONG) ? [] : [one];
  });
  if (windowTokens > SMALL_WINDOW) return played;
  const byProject = Map.groupBy(played, ({ project }) => project);
  return [...byProject.values()].flatMap((own) =>
    own.toSorted((left, right) => right.tokens - left.tokens).slice(0, SESSIONS),
  );
}
