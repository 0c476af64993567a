import type { Branch, SessionEvent } from "@cutpoint/session";
import type { Question } from "./questions.ts";

/** The content of one request, in tokens of `o200k_base`. */
export type RequestShares = {
  readonly tokens: number;
  /** System text and tools. */
  readonly system: number;
  readonly summary: number;
  /** Messages that the previous request contained. */
  readonly kept: number;
  readonly new: number;
};

/** Source of an answer: the context, or a search of the log. */
export type AnswerSource = "context" | "search";

/** An event of the demo. */
export type DemoEvent =
  | { readonly type: "question"; readonly question: Question }
  | {
      readonly type: "request";
      readonly shares: RequestShares;
      /** Tokens before each cache point, in tokens of `o200k_base`. */
      readonly cachePoints: readonly number[];
      readonly action: string;
    }
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "compaction"; readonly event: SessionEvent }
  /** Emitted before a branch is left. */
  | { readonly type: "leaving"; readonly to: string; readonly withSummary: boolean }
  | { readonly type: "branches"; readonly branches: readonly Branch[] }
  | {
      readonly type: "answer";
      readonly question: Question;
      readonly text: string;
      readonly source: AnswerSource;
    };

export type Listener = (event: DemoEvent) => void;
