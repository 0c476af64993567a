import type { Item } from "@cutpoint/core";

/** A compaction that another tool recorded. */
export type RecordedCompaction = {
  /** The newest item when it happened. */
  readonly afterId: string | null;
  readonly method: "summary" | "prune" | "opaque" | "drop";
  readonly trigger: "auto" | "manual" | "overflow" | "unknown";
  /** Absent if the file does not contain it as text. */
  readonly summary?: string;
  /** Items before it that stayed verbatim. */
  readonly keptIds: readonly string[];
  /** Tool results whose body was removed. */
  readonly clippedIds?: readonly string[];
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly at?: number;
};

export type ImportedThread = {
  readonly id: string;
  readonly parentId?: string;
  readonly title?: string;
  readonly models: readonly string[];
  readonly items: readonly Item[];
  readonly compactions: readonly RecordedCompaction[];
};

export type ImportedSession = {
  readonly source: {
    readonly format: string;
    readonly tool?: string;
    readonly toolVersion?: string;
  };
  readonly threads: readonly ImportedThread[];
  readonly problems: readonly {
    readonly code: string;
    readonly line?: number;
    readonly count: number;
  }[];
};
