import { describe, expect, test } from "vitest";
import { fold } from "../../src/log/fold.ts";
import { resetMark, revertMark } from "../../src/log/revert.ts";
import { viewOf } from "../../src/log/view.ts";
import type { Entry } from "../../src/model/entry.ts";
import { emptyMark, type Mark } from "../../src/model/mark.ts";
import { humanMessage, type Part, textOf } from "../../src/model/message.ts";

/** An entry without its links: each is the child of the one before it, unless it says otherwise. */
type Draft = Entry extends infer One
  ? One extends Entry
    ? Omit<One, "id" | "parentId" | "at"> & { readonly parentId?: string | null }
    : never
  : never;

/** A log with the ids `1`, `2`, …; a branch names its parent itself. */
function logOf(...drafts: readonly Draft[]): readonly Entry[] {
  return drafts.map((draft, index): Entry => ({
    parentId: index === 0 ? null : String(index),
    ...draft,
    id: String(index + 1),
    at: index,
  }));
}

function say(text: string): Draft {
  return { type: "message", message: humanMessage(text) };
}

function compaction(coveredThrough: string | null, changes: Partial<Mark> = {}): Draft {
  return {
    type: "compaction",
    reason: "threshold",
    mark: { ...emptyMark(), coveredThrough, ...changes },
    receipt: null,
  };
}

function shown(log: readonly Entry[]): readonly string[] {
  return viewOf(fold(log.toReversed())).messages.map(textOf);
}

function countReads(log: readonly Entry[]): number {
  let reads = 0;
  fold(
    (function* () {
      for (const entry of log.toReversed()) {
        reads += 1;
        yield entry;
      }
    })(),
  );
  return reads;
}

const summary = (text: string): Partial<Mark> => ({
  head: [{ kind: "summary", sourceId: null, part: { type: "text", text } }],
});

describe("the fold", () => {
  test("an empty log is an empty history", () => {
    expect(fold([])).toEqual({ items: [], mark: null, trimmed: true });
  });

  test("the newest mark alone counts, then the messages after its boundary", () => {
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

  test("reads the view, one, and the newer records, however long the log", () => {
    const old = Array.from({ length: 1000 }, (_, index) => say(`old ${index}`));
    const log = logOf(...old, say("kept"), compaction("1000", summary("s")), say("new"));
    expect(countReads(log)).toBe(3);
  });

  test("notes are no items, so that none stands before the cut", () => {
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

  test("a hide newer than the mark applies; one older does not", () => {
    const log = logOf(
      say("one"),
      say("two"),
      { type: "hide", replaced: { "2": [{ type: "text", text: "[old hide]" }] } },
      compaction("1", summary("s")),
      { type: "hide", replaced: { "2": [{ type: "text", text: "[hidden]" }] } },
    );
    expect(shown(log)).toEqual(["s", "[hidden]"]);
    expect(shown(log.slice(0, 4))).toEqual(["s", "two"]);
  });

  test("what was hidden is in the mark in the order in which it was hidden, the newest parts first", () => {
    const hides = (text: string, ...ids: readonly string[]): Record<string, readonly Part[]> =>
      Object.fromEntries(ids.map((id) => [`i${id}`, [{ type: "text", text }]]));
    const log = logOf(
      say("one"),
      { type: "hide", replaced: hides("first", "b", "c") },
      { type: "hide", replaced: hides("second", "a", "b") },
    );
    const replaced = fold(log.toReversed()).mark?.replaced ?? {};
    expect(Object.entries(replaced)).toEqual([
      ...Object.entries(hides("second", "b")),
      ...Object.entries(hides("first", "c")),
      ...Object.entries(hides("second", "a")),
    ]);
  });

  test("a hide voids the usage reported before it", () => {
    const log = logOf(say("one"), { type: "hide", replaced: {} }, say("two"));
    expect(fold(log.toReversed()).mark?.seenThrough).toBe("1");
  });

  test("a pinned text shows at its own place until it is unpinned", () => {
    const log = logOf(
      say("one"),
      { type: "pin", pinId: "2", message: humanMessage("pinned") },
      say("two"),
      { type: "pin", pinId: "2", message: null },
    );
    expect(shown(log.slice(0, 3))).toEqual(["one", "pinned", "two"]);
    expect(fold(log.slice(0, 3).toReversed()).items[1]).toMatchObject({ id: "2", pinId: "2" });
    expect(shown(log)).toEqual(["one", "two"]);
  });

  test("a pin on a message that is visible only names it; on a covered one it shows it again", () => {
    const pin: Draft = { type: "pin", pinId: "3", itemId: "1", message: humanMessage("one") };
    const log = logOf(say("one"), say("two"), pin);
    expect(fold(log.toReversed()).items).toMatchObject([{ id: "1", pinId: "3" }, { id: "2" }]);
    expect(shown(logOf(say("one"), say("two"), compaction("1"), { ...pin, pinId: "4" }))).toEqual([
      "two",
      "one",
    ]);
  });

  test("unpinning takes a piece out of the head", () => {
    const head: Mark["head"] = [
      { kind: "pin", sourceId: "p", part: { type: "text", text: "pinned" } },
      { kind: "summary", sourceId: null, part: { type: "text", text: "s" } },
    ];
    const log = logOf(say("one"), compaction("1", { head }), {
      type: "pin",
      pinId: "p",
      message: null,
    });
    expect(shown(log)).toEqual(["s"]);
  });

  test("a missing entry on the path, an id that is there twice and a newer mark are errors", () => {
    const log = logOf(say("one"), say("two"), say("three"));
    expect(() => fold(log.filter(({ id }) => id !== "2").toReversed())).toThrow(
      /entry 2 is not in the log/,
    );
    const twice = [log[0], { ...log[1], id: "1", parentId: "1" }] as Entry[];
    expect(() => fold(twice.toReversed())).toThrow(/entry 1 is in the log twice/);
    const newer = { ...emptyMark(), version: 2, requires: "9.1.0" } as unknown as Mark;
    expect(() =>
      fold(logOf({ type: "compaction", reason: "manual", mark: newer, receipt: null })),
    ).toThrow(/mark\.version is 2: .* use @cutpoint\/core 9\.1\.0 or newer/);
  });
});

describe("reset and revert", () => {
  const before = logOf(
    say("one"),
    say("two"),
    compaction("1", summary("first")),
    say("three"),
    compaction("4", summary("second")),
    { type: "hide", replaced: { "4": [{ type: "text", text: "[hidden]" }] } },
    say("four"),
  );
  const withMark = (log: readonly Entry[], mark: Mark): readonly Entry[] => [
    ...log,
    {
      type: "compaction",
      id: "x",
      parentId: log.at(-1)?.id ?? null,
      at: 0,
      reason: "revert",
      mark,
      receipt: null,
    },
  ];

  test("a reset shows nothing of what was before", () => {
    const log = withMark(before, resetMark("7"));
    expect(shown(log)).toEqual([]);
  });

  test("a revert restores the mark before its target, with the hides made since", () => {
    const log = withMark(before, revertMark(before.toReversed(), "5"));
    expect(shown(log)).toEqual(["first", "two", "[hidden]", "four"]);
  });

  test("a revert of the first compaction shows everything again", () => {
    const log = withMark(before, revertMark(before.toReversed(), "3"));
    expect(shown(log)).toEqual(["one", "two", "[hidden]", "four"]);
  });

  test("a pin survives a revert, wherever it stands then", () => {
    const log = [
      ...before,
      { type: "pin", id: "8", parentId: "7", at: 0, pinId: "8", message: humanMessage("pinned") },
    ] as readonly Entry[];
    expect(shown(withMark(log, revertMark(log.toReversed(), "5")))).toContain("pinned\nfirst");
  });

  test("a revert does not reach behind a reset, nor to an entry that is no compaction", () => {
    const reset = [
      ...before,
      {
        type: "compaction",
        id: "r",
        parentId: "7",
        at: 0,
        reason: "reset",
        mark: resetMark("7"),
        receipt: null,
      },
    ] as readonly Entry[];
    expect(() => revertMark(reset.toReversed(), "3")).toThrow(/a reset stands between/);
    expect(() => revertMark(before.toReversed(), "2")).toThrow(
      /no compaction of that id is on the path/,
    );
  });
});
