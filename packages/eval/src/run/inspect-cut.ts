import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import { resultTextOf } from "../measure/result-text.ts";
import { keptAnchors } from "../measure/retention.ts";
import { messageText } from "../reading/message-text.ts";
import type { Arm, Method } from "../methods/method.ts";
import type { NeededAnchor } from "../reading/needs.ts";
import { readingOf } from "../reading/reading.ts";
import { createTextIndex } from "../reading/text-index.ts";
import type { Transcript } from "../transcript/transcript.ts";
import { makeResult } from "./make-result.ts";
import { trialsOf } from "./trial.ts";

/**
 * `kept`: the result contains the anchor. `recoverable`: it is in the first ten hits of the method's search. Otherwise
 * `lost`.
 */
export type AnchorStatus = "kept" | "recoverable" | "lost";

/** Result of one method at one cut, in detail. */
export type Inspection = {
  readonly transcript: string;
  readonly method: string;
  readonly share: number | null;
  readonly budgetTokens: number;
  /** History without system messages. */
  readonly history: readonly { readonly role: string; readonly text: string }[];
  readonly anchors: readonly (NeededAnchor & { readonly status: AnchorStatus })[];
  /** Text of each message of the result. */
  readonly result: readonly { readonly role: string; readonly text: string }[];
};

/** Inspects the middle cut of a transcript. Returns `null` if it has no cut. */
export async function inspectCut(
  transcript: Transcript,
  arm: Arm,
  share: number,
): Promise<Inspection | null> {
  await using estimator = await createTiktokenEstimator();
  const reading = readingOf(transcript, estimator);
  const trials = [...trialsOf(reading, estimator, [share])].filter((each) => each.share === share);
  const trial = trials[trials.length >> 1];
  if (trial === undefined) return null;
  const history = transcript.messages.slice(0, trial.cut.at);
  const { messages } = await makeResult(arm, trial, estimator);
  const kept = keptAnchors(trial.needs, resultTextOf(messages));
  const lost = trial.needs.anchors.filter((_, index) => kept[index] !== true);
  const found = await recoverable(lost, history, arm.role === "oracle" ? {} : arm);
  return {
    transcript: transcript.id,
    method: arm.name,
    share: trial.share,
    budgetTokens: trial.budgetTokens,
    history: history.map(toText).filter(({ role }) => role !== "system"),
    anchors: trial.needs.anchors.map((anchor, index) => ({
      ...anchor,
      status: kept[index] === true ? "kept" : found.has(anchor.text) ? "recoverable" : "lost",
    })),
    result: messages.map(toText).filter(({ role }) => role !== "system"),
  };
}

type Messages = Transcript["messages"];

function toText(message: Messages[number]): Inspection["history"][number] {
  const isSummary = message.role === "user" && message.provenance === "summary";
  return { role: isSummary ? "summary" : message.role, text: messageText(message) };
}

async function recoverable(
  anchors: readonly NeededAnchor[],
  messages: Messages,
  method: Pick<Method, "search">,
): Promise<ReadonlySet<string>> {
  if (method.search === undefined) return new Set();
  const queries = anchors.map(({ text }) => text);
  const hits = await method.search({ messages, queries, limit: 10 });
  const texts = messages.map((message) => createTextIndex(messageText(message)));
  return new Set(
    queries.filter((query, index) =>
      (hits[index] ?? []).some((place) => texts[place]?.has(query) === true),
    ),
  );
}
