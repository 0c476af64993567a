import type { Receipt } from "@cutpoint/core";
import type { BranchEntry } from "@cutpoint/session";
import type { AnswerSource, DemoEvent, Listener, RequestShares } from "./demo-event.ts";
import type { Question } from "./questions.ts";

/** One answer of the model. */
type RecordedAnswer = {
  readonly question: Question;
  readonly text: string;
  readonly source: AnswerSource;
};

/** The events of a run so far. */
export type Recording = {
  readonly listener: Listener;
  readonly requests: readonly RequestShares[];
  readonly compactions: readonly Receipt[];
  readonly navigations: readonly BranchEntry[];
  readonly answers: readonly RecordedAnswer[];
  refused(): number;
};

export function createRecording(): Recording {
  const requests: RequestShares[] = [];
  const compactions: Receipt[] = [];
  const navigations: BranchEntry[] = [];
  const answers: RecordedAnswer[] = [];
  let refused = 0;
  const listener = (event: DemoEvent): void => {
    if (event.type === "request") requests.push(event.shares);
    if (event.type === "refused") refused += 1;
    if (event.type === "answer") answers.push(event);
    if (event.type === "compaction" && event.event.type === "applied")
      compactions.push(event.event.receipt);
    if (event.type === "compaction" && event.event.type === "navigated")
      navigations.push(event.event.entry);
  };
  return { listener, requests, compactions, navigations, answers, refused: () => refused };
}
