import type { Branch, SessionEvent } from "@cutpoint/session";
import type { Question } from "./questions.ts";

/** What one request holds, in tokens of o200k. */
export type RequestShares = {
  readonly tokens: number;
  /** System text and tools. */
  readonly system: number;
  readonly summary: number;
  /** What was in the request before this one already. */
  readonly kept: number;
  readonly new: number;
};

/** Where an answer came from: what the context showed, or a search of the log. */
export type AnswerSource = "context" | "search";

/** All that happens in the demo, told to whoever shows or records it. */
export type DemoEvent =
  | { readonly type: "question"; readonly question: Question }
  | {
      readonly type: "request";
      readonly shares: RequestShares;
      /** What stands before each cache point, in tokens of o200k. */
      readonly cachePoints: readonly number[];
      readonly action: string;
    }
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "compaction"; readonly event: SessionEvent }
  /** A branch is about to be left; `tells` says whether with a summary. */
  | { readonly type: "leaving"; readonly to: string; readonly tells: boolean }
  | { readonly type: "branches"; readonly branches: readonly Branch[] }
  | {
      readonly type: "answer";
      readonly question: Question;
      readonly text: string;
      readonly source: AnswerSource;
    };

export type Listener = (event: DemoEvent) => void;
