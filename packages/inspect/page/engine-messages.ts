import type { CompactionResult, PageMessage, PageNeed, ResultMessage } from "../src/page-data.ts";
import type { MethodSettings } from "../src/methods.ts";

/** What the page sends to the worker: a thread once, then settings. */
export type EngineRequest =
  | { readonly type: "open"; readonly messages: readonly PageMessage[] }
  | {
      readonly type: "compact";
      readonly id: number;
      /** Index of the first message after the cut. */
      readonly at: number;
      readonly before: readonly ResultMessage[];
      readonly settings: MethodSettings;
    };

export type EngineAnswer = {
  /** The `id` of the request. */
  readonly id: number;
  readonly milliseconds: number;
  /** `null` after an error. */
  readonly result: CompactionResult | null;
  readonly needs: readonly PageNeed[];
  readonly error: string | null;
};
