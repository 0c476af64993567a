import type {
  CompactionResult,
  PageCompaction,
  PageData,
  PageMessage,
  PageNeed,
  ResultMessage,
} from "../src/page-data.ts";
import type { MethodSettings } from "../src/methods.ts";
import type { ReplaySettings } from "../src/replay-choices.ts";
import type { RequestCosts } from "../src/request-costs.ts";

/** The calls of a page to its worker, with their results and what they report before. */
export type EngineCalls = {
  /** Reads a session. Its threads are open then. */
  readonly read: {
    readonly request: { readonly file: Blob };
    readonly result: PageData;
    /** The number of bytes that were read. */
    readonly progress: number;
  };
  /** Opens a thread of a page that contains its session. */
  readonly open: {
    readonly request: { readonly thread: number; readonly messages: readonly PageMessage[] };
    readonly result: null;
    readonly progress: never;
  };
  /** Compacts the messages before a cut. */
  readonly compact: {
    readonly request: {
      readonly thread: number;
      /** Index of the first message after the cut. */
      readonly at: number;
      readonly before: readonly ResultMessage[];
      readonly settings: MethodSettings;
    };
    readonly result: Trial;
    readonly progress: never;
  };
  /** Replays a thread. A newer replay ends it. */
  readonly replay: {
    readonly request: { readonly thread: number; readonly settings: ReplaySettings };
    readonly result: null;
    readonly progress: ReplayProgress;
  };
  /** Describes a recorded compaction of a session that was read, or one of the newest replay. */
  readonly describe: {
    readonly request: {
      readonly thread: number;
      readonly origin: PageCompaction["origin"];
      readonly index: number;
    };
    readonly result: PageCompaction;
    readonly progress: never;
  };
};

export type CallName = keyof EngineCalls;

/** A compaction with other settings. */
export type Trial = {
  readonly milliseconds: number;
  readonly result: CompactionResult;
  readonly needs: readonly PageNeed[];
};

/** The part of a replay since the last report. */
export type ReplayProgress = {
  /** The part of the messages that was replayed, from 0 to 1. */
  readonly share: number;
  /** New compactions, oldest first. */
  readonly compactions: readonly PageCompaction[];
  readonly costs: RequestCosts | null;
  /** Why the newest failed compaction failed. `null` without one. */
  readonly failure: string | null;
};

export type EngineRequest = {
  readonly [Name in CallName]: {
    readonly id: number;
    readonly name: Name;
    readonly request: EngineCalls[Name]["request"];
  };
}[CallName];

export type EngineAnswer = {
  /** The `id` of the request. */
  readonly id: number;
} & (
  | { readonly type: "progress"; readonly progress: unknown }
  | { readonly type: "done"; readonly result: unknown }
  | { readonly type: "failed"; readonly message: string }
);
