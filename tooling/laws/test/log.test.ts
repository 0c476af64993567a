import {
  type CompactionState,
  createCharacterEstimator,
  createCompactor,
  type History,
  type Summarizer,
  viewOf,
} from "@cutpoint/core";
import { type CompactionEntry, type Entry, foldEntries } from "@cutpoint/session";
import { describe, expect, test } from "vitest";
import { stateAfterReset, stateAfterRevert } from "../../../packages/session/src/log/states.ts";
import { logAgreesWithModel, openingReadsTheViewAlone } from "../src/laws/log-law.ts";
import type { LogImplementation, PreparedState } from "../src/laws/log-writer.ts";
import { complaintOf, failureOf } from "../src/laws/proving.ts";

const usageReader = createCompactor({ summarizer: labelSummarizer("unused") });

const real: LogImplementation = {
  fold: foldEntries,
  viewOf,
  prepare: async (history, keepTokens, label) => {
    const compactor = createCompactor({
      policy: { windowTokens: 8_000, keep: { type: "tokens", tokens: keepTokens } },
      estimator: createCharacterEstimator(),
      summarizer: labelSummarizer(label),
    });
    const prepared = await compactor.prepare(history, { force: true });
    if (prepared.type === "not-prepared") return null;
    return {
      state: prepared.state,
      apply(current) {
        const { outcome, state } = compactor.apply(current, prepared);
        if (outcome.type === "failed") throw outcome.error;
        return state ?? prepared.state;
      },
    };
  },
  reportedTokens: (history) => usageReader.usage(history).reportedTokens,
  stateAfterReset,
  stateAfterRevert,
  writesNavigation: true,
};

describe("a log reopened from its tail", () => {
  test("shows the same as a model that reads everything", async () => {
    expect(await failureOf(logAgreesWithModel(real), 300)).toBeNull();
  });

  test("is read only as far as its view needs", async () => {
    expect(await failureOf(openingReadsTheViewAlone(real), 100)).toBeNull();
  });
});

describe("the law of logs detects", () => {
  const variants: readonly (readonly [string, Partial<LogImplementation>, RegExp])[] = [
    [
      "a fold that skips hides newer than the state",
      { fold: (entries) => foldEntries(without(entries, (entry) => entry.type === "hide")) },
      /items should be|the size reported should be/,
    ],
    [
      "a fold that skips pins newer than the state",
      {
        fold: (entries) =>
          foldEntries(without(entries, (entry) => entry.type === "pin" && entry.message !== null)),
      },
      /items should be|pinned items should be|pins in the prefix should be/,
    ],
    [
      "a fold that keeps a removed pin",
      {
        fold: (entries) =>
          foldEntries(without(entries, (entry) => entry.type === "pin" && entry.message === null)),
      },
      /items should be|pinned items should be|pins in the prefix should be/,
    ],
    [
      "a fold that applies entries older than the state",
      { fold: foldWithOlderRecords },
      /pins in the prefix should be|items should be/,
    ],
    [
      "a fold that uses the oldest state",
      { fold: (entries) => foldEntries(withoutNewerCompactions(entries)) },
      /prefix should be/,
    ],
    [
      "a fold that keeps the last seen id",
      {
        fold: (entries) => {
          const history = foldEntries(entries);
          return history.state === null
            ? history
            : { ...history, state: { ...history.state, lastSeenId: null } };
        },
      },
      /the size reported should be/,
    ],
    [
      "a compaction state without pins",
      {
        prepare: changed(({ apply }, current) => {
          const state = apply(current);
          return {
            ...state,
            pinned: {},
            prefix: state.prefix.filter((piece) => piece.kind !== "pin"),
          };
        }),
      },
      /pins in the prefix should be|pinned items should be/,
    ],
    [
      "a compaction state without hides",
      { prepare: changed(({ apply }, current) => ({ ...apply(current), replacements: {} })) },
      /items should be/,
    ],
    [
      "a compaction that includes messages that arrived meanwhile",
      {
        prepare: changed(({ apply }, current) => ({
          ...apply(current),
          compactedThrough: current.items.at(-1)?.id ?? null,
        })),
      },
      /items should be|pins in the prefix should be|the size reported should be/,
    ],
    [
      "a compaction that uses the usage of an answer that arrived meanwhile",
      { prepare: changed(({ state }) => state) },
      /the size reported should be/,
    ],
    ["a reset that removes nothing", { stateAfterReset: resetWithoutBoundary }, /items should be/],
    [
      "a revert that drops later hides and pins",
      { stateAfterRevert: bareRevert },
      /items should be|pins in the prefix should be|pinned items should be/,
    ],
    [
      "a navigation without an entry",
      { writesNavigation: false },
      /items should be|prefix should be|the size reported should be/,
    ],
  ];

  /** Faults that show in few histories. */
  const isRare = ([name]: (typeof variants)[number]): boolean =>
    /without hides|arrived meanwhile|drops later/u.test(name);
  const complaint = (change: Partial<LogImplementation>): Promise<string> =>
    complaintOf(logAgreesWithModel({ ...real, ...change }));

  test.each(variants.filter((variant) => !isRare(variant)))(
    "%s",
    async (_name, change, because) => {
      expect(await complaint(change)).toMatch(because);
    },
  );

  test.each(variants.filter(isRare))("%s", { tags: ["long"] }, async (_name, change, because) => {
    expect(await complaint(change)).toMatch(because);
  });

  test("a fold that reads the whole log", async () => {
    const eager: LogImplementation = { ...real, fold: (entries) => foldEntries([...entries]) };
    expect(await complaintOf(openingReadsTheViewAlone(eager))).toMatch(/read \d+ entries/);
  });
});

function labelSummarizer(label: string): Summarizer {
  return {
    name: "label",
    summarize: async () => ({ text: label, method: "label", calls: 0 }),
  };
}

/** Applies compactions differently. */
function changed(
  apply: (prepared: PreparedState, current: History) => CompactionState,
): LogImplementation["prepare"] {
  return async (history, keepTokens, label) => {
    const prepared = await real.prepare(history, keepTokens, label);
    return prepared === null
      ? null
      : { state: prepared.state, apply: (current) => apply(prepared, current) };
  };
}

function resetWithoutBoundary(head: string, current: CompactionState | null): CompactionState {
  return { ...stateAfterReset(head, current), compactedThrough: null };
}

/** Removes entries from a log and connects their children to their parents. */
function* without(
  entriesNewestFirst: Iterable<Entry>,
  isLeftOut: (entry: Entry) => boolean,
): Iterable<Entry> {
  const left = new Map<string, string | null>();
  const all = [...entriesNewestFirst];
  for (const entry of all) if (isLeftOut(entry)) left.set(entry.id, entry.parentId);
  for (const entry of all) {
    if (left.has(entry.id)) continue;
    let { parentId } = entry;
    while (parentId !== null && left.has(parentId)) parentId = left.get(parentId) ?? null;
    yield { ...entry, parentId };
  }
}

function withoutNewerCompactions(entriesNewestFirst: Iterable<Entry>): Iterable<Entry> {
  const all = [...entriesNewestFirst];
  const oldest = all.findLast((entry) => entry.type === "compaction");
  return without(all, (entry) => entry.type === "compaction" && entry !== oldest);
}

/** Restores every pin and hide, regardless of the state. */
function foldWithOlderRecords(entriesNewestFirst: Iterable<Entry>): History {
  const all = [...entriesNewestFirst];
  const history = foldEntries(all);
  const { state } = history;
  if (state === null) return history;
  const hides = all
    .toReversed()
    .flatMap((entry) => (entry.type === "hide" ? [entry.replacements] : []));
  const pins = all
    .toReversed()
    .flatMap((entry) =>
      entry.type === "pin" && entry.message?.role === "user"
        ? entry.message.parts.flatMap((part) =>
            part.type === "other" ? [] : [{ kind: "pin", sourceId: entry.pinId, part } as const],
          )
        : [],
    );
  const replacements = Object.assign({}, ...hides) as CompactionState["replacements"];
  const prefix = [...pins, ...state.prefix.filter((piece) => piece.kind !== "pin")];
  return { ...history, state: { ...state, replacements, prefix } };
}

/** Restores the state before the target without changes. */
function bareRevert(path: readonly Entry[], targetId: string): CompactionState {
  const state = stateAfterRevert(path, targetId);
  const before = path
    .slice(path.findIndex((entry) => entry.id === targetId) + 1)
    .find((entry): entry is CompactionEntry => entry.type === "compaction");
  const written = before?.state ?? null;
  return {
    ...state,
    replacements: written?.replacements ?? {},
    pinned: written?.pinned ?? {},
    prefix: written?.prefix ?? [],
  };
}
