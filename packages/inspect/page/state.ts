import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type {
  CompactionResult,
  PageCompaction,
  PageData,
  PageMessage,
  PageThread,
  ResultMessage,
  Status,
} from "../src/page-data.ts";
import type { Message } from "@cutpoint/core";
import type { ReplaySettings } from "../src/replay-choices.ts";
import type { RequestCosts } from "../src/request-costs.ts";
import { suggestWindow } from "./suggest-window.ts";

export const TABS = ["Compactions", "Messages", "Tokens", "Try it", "Request"] as const;
type Tab = (typeof TABS)[number];

/** A replay so far. */
export type Replay = {
  readonly compactions: readonly PageCompaction[];
  /** From 0 to 1, when it is complete. */
  readonly share: number;
  /** `null` without a request. */
  readonly costs: RequestCosts | null;
  /** Why a compaction, or the replay, failed. `null` without a failure. */
  readonly failure: string | null;
};

export const EMPTY_REPLAY: Replay = { compactions: [], share: 0, costs: null, failure: null };

/** What the page shows now. */
export type PageState = {
  readonly data: PageData;
  readonly threadIndex: Signal<number>;
  readonly thread: ReadonlySignal<PageThread>;
  readonly tab: Signal<Tab>;
  /** Index of the selected message. */
  readonly selected: Signal<number>;
  readonly search: Signal<string>;
  /** `null` to show the compactions of the file. */
  readonly replaySettings: Signal<ReplaySettings | null>;
  readonly replay: Signal<Replay | null>;
  /** The compactions that are shown: those of the replay, or those of the file. */
  readonly compactions: ReadonlySignal<readonly PageCompaction[]>;
  /** Descriptions of compactions that had none. */
  readonly described: Signal<ReadonlyMap<PageCompaction, PageCompaction>>;
  readonly compactionIndex: Signal<number>;
  readonly compaction: ReadonlySignal<PageCompaction | null>;
  /** Name of the result that is shown. If a compaction has no such result, its first one is shown. */
  readonly resultName: Signal<string>;
  /** The newest result of the tab with sliders. */
  readonly trial: Signal<CompactionResult | null>;
  /** The result whose statuses are shown. */
  readonly result: ReadonlySignal<CompactionResult | null>;
  /** Opens a thread at its newest compaction. */
  openThread(index: number): void;
  openCompaction(index: number): void;
  /** Shows a message in the tab with all messages. */
  openMessage(index: number): void;
  /** Returns the state of a message after the shown compaction. Later messages are visible. */
  readonly statusOf: (index: number) => Status;
  /** Returns the message at a place of a view. */
  resolve(message: ResultMessage): Message;
};

/** Creates the state of a page that shows its first thread. A thread without a compaction is replayed. */
export function createPageState(data: PageData): PageState {
  const threadIndex = signal(0);
  const tab = signal<Tab>("Compactions");
  const selected = signal(0);
  const search = signal("");
  const compactionIndex = signal(0);
  const resultName = signal("recorded");
  const thread = computed(() => data.threads[threadIndex.value] ?? EMPTY_THREAD);
  const replaySettings = signal<ReplaySettings | null>(null);
  const replay = signal<Replay | null>(null);
  const described = signal<ReadonlyMap<PageCompaction, PageCompaction>>(new Map());
  const compactions = computed(() => replay.value?.compactions ?? thread.value.compactions);
  const compaction = computed(() => {
    const found = compactions.value[compactionIndex.value] ?? null;
    return found === null ? null : (described.value.get(found) ?? found);
  });
  const trial = signal<CompactionResult | null>(null);
  const result = computed(() => {
    if (tab.value === "Try it" && trial.value !== null) return trial.value;
    const { results = [] } = compaction.value ?? {};
    return results.find(({ name }) => name === resultName.value) ?? results[0] ?? null;
  });
  const openCompaction = (index: number): void => {
    compactionIndex.value = Math.max(0, index);
    trial.value = null;
  };
  const openThread = (index: number): void => {
    threadIndex.value = index;
    selected.value = 0;
    search.value = "";
    const { compactions: found, messages } = thread.value;
    replay.value = found.length === 0 ? EMPTY_REPLAY : null;
    replaySettings.value =
      found.length === 0
        ? { windowTokens: suggestWindow(messages), policy: "default", summarizer: "extractive" }
        : null;
    openCompaction(found.length - 1);
  };
  openThread(0);
  return {
    data,
    threadIndex,
    thread,
    tab,
    selected,
    search,
    replaySettings,
    replay,
    compactions,
    described,
    compactionIndex,
    compaction,
    resultName,
    trial,
    result,
    openThread,
    openCompaction,
    openMessage(index) {
      selected.value = index;
      search.value = "";
      tab.value = "Messages";
    },
    statusOf(index) {
      const letter = result.value?.statuses[index];
      return letter === "c" || letter === "s" || letter === "g" ? letter : "v";
    },
    resolve(message) {
      return typeof message === "number"
        ? (thread.value.messages[message] as PageMessage).message
        : message;
    },
  };
}

const EMPTY_THREAD: PageThread = {
  id: "",
  title: "",
  models: [],
  messages: [],
  compactions: [],
  runs: [],
};
