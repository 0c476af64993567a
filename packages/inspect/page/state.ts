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

export const TABS = ["Compactions", "Messages", "Tokens", "Try it", "Request"] as const;
export type Tab = (typeof TABS)[number];

/** What the page shows now. */
export type PageState = {
  readonly data: PageData;
  readonly threadIndex: Signal<number>;
  readonly thread: ReadonlySignal<PageThread>;
  readonly tab: Signal<Tab>;
  /** Index of the selected message. */
  readonly selected: Signal<number>;
  readonly search: Signal<string>;
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

/** Creates the state of a page that shows its first thread. */
export function createPageState(data: PageData): PageState {
  const threadIndex = signal(0);
  const tab = signal<Tab>("Messages");
  const selected = signal(0);
  const search = signal("");
  const compactionIndex = signal(0);
  const resultName = signal("recorded");
  const thread = computed(() => data.threads[threadIndex.value] ?? EMPTY_THREAD);
  const compaction = computed(() => thread.value.compactions[compactionIndex.value] ?? null);
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
    openCompaction(thread.value.compactions.length - 1);
  };
  openThread(0);
  if (compaction.value !== null) tab.value = "Compactions";
  return {
    data,
    threadIndex,
    thread,
    tab,
    selected,
    search,
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
