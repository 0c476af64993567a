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
 * What became of a needed anchor: `kept` in the result; `recoverable`, the method's search for it finds a message that
 * holds it among its first ten hits; or `lost`.
 */
export type AnchorStatus = "kept" | "recoverable" | "lost";

/** One cut looked at closely: what one method made of it. */
export type Inspection = {
  readonly transcript: string;
  readonly method: string;
  readonly share: number | null;
  readonly budgetTokens: number;
  /** The history, system messages left out. */
  readonly history: readonly { readonly role: string; readonly text: string }[];
  readonly anchors: readonly (NeededAnchor & { readonly fate: AnchorStatus })[];
  /** The text of the result, message by message. */
  readonly result: readonly { readonly role: string; readonly text: string }[];
};

/** Looks at the middle cut of a transcript; `null` where it has none. */
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
  const said = transcript.messages.slice(0, trial.cut.at);
  const { messages } = await makeResult(arm, trial, estimator);
  const kept = keptAnchors(trial.needs, resultTextOf(messages));
  const lost = trial.needs.anchors.filter((_, index) => kept[index] !== true);
  const found = await recoverable(lost, said, arm.role === "oracle" ? {} : arm);
  return {
    transcript: transcript.id,
    method: arm.name,
    share: trial.share,
    budgetTokens: trial.budgetTokens,
    history: said.map(told).filter(({ role }) => role !== "system"),
    anchors: trial.needs.anchors.map((anchor, index) => ({
      ...anchor,
      fate: kept[index] === true ? "kept" : found.has(anchor.text) ? "recoverable" : "lost",
    })),
    result: messages.map(told).filter(({ role }) => role !== "system"),
  };
}

type Messages = Transcript["messages"];

function told(message: Messages[number]): Inspection["history"][number] {
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
