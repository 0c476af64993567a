import { type CompactionState, type Part, textOf, userMessage, viewOf } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import { foldEntries } from "../../src/log/fold.ts";
import { stateAfterReset, stateAfterRevert } from "../../src/log/states.ts";

/** An entry without links. Its default parent is the entry before it. */
type Draft = Entry extends infer One
  ? One extends Entry
    ? Omit<One, "id" | "parentId" | "at"> & { readonly parentId?: string | null }
    : never
  : never;

/** A log with the ids `1`, `2`, …; a branch sets its own parent. */
function logOf(...drafts: readonly Draft[]): readonly Entry[] {
  return drafts.map((draft, index): Entry => ({
    parentId: index === 0 ? null : String(index),
    ...draft,
    id: String(index + 1),
    at: index,
  }));
}

function say(text: string): Draft {
  return { type: "message", message: userMessage(text) };
}

function compaction(
  compactedThrough: string | null,
  changes: Partial<CompactionState> = {},
): Draft {
  return {
    type: "compaction",
    reason: "threshold",
    state: { ...emptyState(), compactedThrough, ...changes },
    receipt: null,
  };
}

/** The labels of a prefix with short texts. */
const LABELS = /^The conversation [^:]*:\n\n|<\/?(?:summary|pinned-message)[^>]*>\n?/gu;

function shown(log: readonly Entry[]): readonly string[] {
  const { messages } = viewOf(foldEntries(log.toReversed()));
  return messages.map((message) => textOf(message).replace(LABELS, "").trim());
}

function countReads(log: readonly Entry[]): number {
  let reads = 0;
  foldEntries(
    (function* () {
      for (const entry of log.toReversed()) {
        reads += 1;
        yield entry;
      }
    })(),
  );
  return reads;
}

const summary = (text: string): Partial<CompactionState> => ({
  prefix: [{ kind: "summary", sourceId: null, part: { type: "text", text } }],
});

describe("the fold", () => {
  test("an empty log is an empty history", () => {
    expect(foldEntries([])).toEqual({ items: [], state: null, startsAtBoundary: true });
  });

  test("takes the newest state and the messages after its boundary", () => {
    const log = logOf(
      say("one"),
      say("two"),
      compaction("1", summary("first")),
      say("three"),
      compaction("2", summary("second")),
      say("four"),
    );
    expect(shown(log)).toEqual(["second", "three", "four"]);
  });

  test("reads the visible entries, one more and the newer records of a log of any length", () => {
    const old = Array.from({ length: 1000 }, (_, index) => say(`old ${index}`));
    const log = logOf(...old, say("kept"), compaction("1000", summary("s")), say("new"));
    expect(countReads(log)).toBe(3);
  });

  test("notes are not items and cannot be the first kept item", () => {
    const log = logOf(say("one"), { type: "note", kind: "model", value: "m" }, say("two"));
    expect(shown(log)).toEqual(["one", "two"]);
  });

  test("a branch summary is an item at the navigation's place, and the path leads through its parent", () => {
    const log = logOf(say("root"), say("abandoned"), {
      type: "branch",
      parentId: "1",
      from: "2",
      summary: { text: "what the other branch did", origin: "own", digest: null },
    });
    expect(shown(log)).toEqual(["root", "what the other branch did"]);
  });

  test("applies a hide that is newer than the state, and no older one", () => {
    const log = logOf(
      say("one"),
      say("two"),
      { type: "hide", replacements: { "2": [{ type: "text", text: "[old hide]" }] } },
      compaction("1", summary("s")),
      { type: "hide", replacements: { "2": [{ type: "text", text: "[hidden]" }] } },
    );
    expect(shown(log)).toEqual(["s", "[hidden]"]);
    expect(shown(log.slice(0, 4))).toEqual(["s", "two"]);
  });

  test("keeps replacements in the order of the hides, with the newest parts", () => {
    const hides = (text: string, ...ids: readonly string[]): Record<string, readonly Part[]> =>
      Object.fromEntries(ids.map((id) => [`i${id}`, [{ type: "text", text }]]));
    const log = logOf(
      say("one"),
      { type: "hide", replacements: hides("first", "b", "c") },
      { type: "hide", replacements: hides("second", "a", "b") },
    );
    const replaced = foldEntries(log.toReversed()).state?.replacements ?? {};
    expect(Object.entries(replaced)).toEqual([
      ...Object.entries(hides("second", "b")),
      ...Object.entries(hides("first", "c")),
      ...Object.entries(hides("second", "a")),
    ]);
  });

  test("ignores usage reported before a hide", () => {
    const log = logOf(say("one"), { type: "hide", replacements: {} }, say("two"));
    expect(foldEntries(log.toReversed()).state?.lastSeenId).toBe("1");
  });

  test("a pinned text is visible at its own place until it is unpinned", () => {
    const log = logOf(
      say("one"),
      { type: "pin", pinId: "2", message: userMessage("pinned") },
      say("two"),
      { type: "pin", pinId: "2", message: null },
    );
    expect(shown(log.slice(0, 3))).toEqual(["one", "pinned", "two"]);
    expect(foldEntries(log.slice(0, 3).toReversed()).items[1]).toMatchObject({
      id: "2",
      pinId: "2",
    });
    expect(shown(log)).toEqual(["one", "two"]);
  });

  test("a pin of a visible message names it, and a pin of a compacted message shows it again", () => {
    const pin: Draft = { type: "pin", pinId: "3", itemId: "1", message: userMessage("one") };
    const log = logOf(say("one"), say("two"), pin);
    expect(foldEntries(log.toReversed()).items).toMatchObject([
      { id: "1", pinId: "3" },
      { id: "2" },
    ]);
    expect(shown(logOf(say("one"), say("two"), compaction("1"), { ...pin, pinId: "4" }))).toEqual([
      "two",
      "one",
    ]);
  });

  test("unpinning removes a block from the prefix", () => {
    const prefix: CompactionState["prefix"] = [
      { kind: "pin", sourceId: "p", part: { type: "text", text: "pinned" } },
      { kind: "summary", sourceId: null, part: { type: "text", text: "s" } },
    ];
    const log = logOf(say("one"), compaction("1", { prefix }), {
      type: "pin",
      pinId: "p",
      message: null,
    });
    expect(shown(log)).toEqual(["s"]);
  });

  test("throws for a missing entry, a duplicate id and a newer state", () => {
    const log = logOf(say("one"), say("two"), say("three"));
    expect(() => foldEntries(log.filter(({ id }) => id !== "2").toReversed())).toThrow(
      /does not contain entry 2/,
    );
    const twice = [log[0], { ...log[1], id: "1", parentId: "1" }] as Entry[];
    expect(() => foldEntries(twice.toReversed())).toThrow(/contains entry 1 twice/);
    const newer = { ...emptyState(), version: 3, requires: "9.1.0" } as unknown as CompactionState;
    expect(() =>
      foldEntries(logOf({ type: "compaction", reason: "manual", state: newer, receipt: null })),
    ).toThrow(/state\.version is 3: .* use @cutpoint\/core 9\.1\.0 or newer/);
  });
});

describe("reset and revert", () => {
  const before = logOf(
    say("one"),
    say("two"),
    compaction("1", summary("first")),
    say("three"),
    compaction("4", summary("second")),
    { type: "hide", replacements: { "4": [{ type: "text", text: "[hidden]" }] } },
    say("four"),
  );
  const withState = (log: readonly Entry[], state: CompactionState): readonly Entry[] => [
    ...log,
    {
      type: "compaction",
      id: "x",
      parentId: log.at(-1)?.id ?? null,
      at: 0,
      reason: "revert",
      state,
      receipt: null,
    },
  ];

  const reset = stateAfterReset(before.at(-1)?.id ?? "", foldEntries(before.toReversed()).state);

  test("a reset hides everything before it", () => {
    const log = withState(before, reset);
    expect(shown(log)).toEqual([]);
  });

  test("a revert restores the state before its target, with later hides", () => {
    const log = withState(before, stateAfterRevert(before.toReversed(), "5"));
    expect(shown(log)).toEqual(["first", "two", "[hidden]", "four"]);
  });

  test("a revert of the first compaction shows everything again", () => {
    const log = withState(before, stateAfterRevert(before.toReversed(), "3"));
    expect(shown(log)).toEqual(["one", "two", "[hidden]", "four"]);
  });

  test("a revert keeps a pin", () => {
    const log = [
      ...before,
      { type: "pin", id: "8", parentId: "7", at: 0, pinId: "8", message: userMessage("pinned") },
    ] as readonly Entry[];
    expect(shown(withState(log, stateAfterRevert(log.toReversed(), "5")))).toEqual(
      expect.arrayContaining(["first", "pinned"]),
    );
  });

  test("a revert does not list a sub-agent that ended after its target", () => {
    const running = { subAgents: ["helper"] };
    const log = logOf(
      say("one"),
      compaction("1", running),
      compaction("1", running),
      {
        type: "note",
        kind: "sub-agent",
        value: { sessionId: "helper", state: "ended" },
      },
      compaction("1"),
    );
    expect(stateAfterRevert(log.toReversed(), "3").subAgents).toBeUndefined();
  });

  test("a revert rejects a target before a reset and an entry that is not a compaction", () => {
    const log = [
      ...before,
      {
        type: "compaction",
        id: "r",
        parentId: "7",
        at: 0,
        reason: "reset",
        state: reset,
        receipt: null,
      },
    ] as readonly Entry[];
    expect(() => stateAfterRevert(log.toReversed(), "3")).toThrow(
      /expected a compaction newer than the last reset/,
    );
    expect(() => stateAfterRevert(before.toReversed(), "2")).toThrow(
      /expected the id of a compaction on the current path/,
    );
  });
});
