import {
  type CompactionState,
  createCharacterEstimator,
  digestOf,
  type Message,
  textOf,
} from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { describe, expect, test } from "vitest";
import {
  call,
  user,
  itemsOf,
  result,
  words,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { type BranchMaterial, branchMaterial } from "../../src/branches/branch-material.ts";
import type { BranchEntry, CompactionEntry, Entry, HideEntry } from "../../src/log/entry.ts";

type Unlinked<Kind extends Entry> = Omit<Kind, "id" | "parentId" | "at">;

function message(said: Message): Unlinked<Entry> {
  return { type: "message", message: said } as Unlinked<Entry>;
}

function branch(summary: BranchEntry["summary"]): Unlinked<Entry> {
  return { type: "branch", from: null, summary } as Unlinked<Entry>;
}

function compaction(
  state: Partial<CompactionState>,
  reason: CompactionEntry["reason"] = "manual",
): Unlinked<Entry> {
  const whole = { ...emptyState(), ...state };
  return { type: "compaction", reason, state: whole, receipt: null } as Unlinked<Entry>;
}

function summaryOf(size: number, word = "told"): Partial<CompactionState> {
  const part = { type: "text", text: words(size, word) } as const;
  return {
    prefix: [
      { kind: "user", sourceId: "0", part: { type: "text", text: words(9_999) } },
      { kind: "summary", sourceId: null, part },
    ],
  };
}

function nested(size: number, origin: "own" | "hook" = "own"): Unlinked<Entry> {
  const items = itemsOf(call("n", "edit", '{"path":"nested.ts"}'), result("n", 1, "done", "edit"));
  return branch({ text: words(size, "nest"), origin, digest: digestOf(items, null) });
}

/** Material of a branch with no message overhead: four characters a token. */
function materialOf(budgetTokens: number, ...entries: readonly Unlinked<Entry>[]): BranchMaterial {
  const linked = entries.map(
    (entry, place) => ({ id: `e${place}`, parentId: null, at: place, ...entry }) as Entry,
  );
  const estimator = createCharacterEstimator({ charactersPerToken: 4 });
  return branchMaterial(linked, { budgetTokens, estimator });
}

function shown({ items }: BranchMaterial): readonly string[] {
  return items.map((item) => textOf(item.message).slice(0, 4));
}

describe("the digest of an abandoned branch", () => {
  test("contains the files of all items, including those that do not fit", () => {
    const material = materialOf(
      10,
      message(call("a", "read", '{"path":"old.ts"}')),
      message(result("a", 1)),
      message(call("b", "edit", '{"path":"changed.ts"}')),
      message(result("b", 1, "done", "edit")),
      message(user(1_000, "long")),
      message(user(5, "last")),
    );
    expect(shown(material)).toEqual(["last"]);
    expect(material.digest).toMatchObject({
      filesRead: ["old.ts"],
      filesModified: ["changed.ts"],
    });
  });

  test("contains the files of nested branch summaries, except those of a hook", () => {
    expect(materialOf(100, nested(5)).digest.filesModified).toEqual(["nested.ts"]);
    expect(materialOf(100, nested(5, "hook")).digest.filesModified).toEqual([]);
  });

  test("a file that was read before and modified on a nested branch is listed as modified", () => {
    const read = [message(call("a", "read", '{"path":"nested.ts"}')), message(result("a", 1))];
    expect(materialOf(100, ...read, nested(5)).digest).toMatchObject({
      filesRead: [],
      filesModified: ["nested.ts"],
    });
  });
});

describe("the items of an abandoned branch", () => {
  test("are the newest, up to the budget", () => {
    const said = ["one", "two", "three", "four"].map((word) => message(user(30, word)));
    const room = (tokens: number): readonly string[] => shown(materialOf(tokens, ...said));
    expect(room(1_000)).toEqual(["one.", "two.", "thre", "four"]);
    const each = createCharacterEstimator({ charactersPerToken: 4 }).estimate(user(30, "one"));
    expect(room(each * 3)).toEqual(["two.", "thre", "four"]);
    expect(room(each * 3 - 1)).toEqual(["thre", "four"]);
    expect(room(each - 1)).toEqual([]);
  });

  test("end at the first item that does not fit", () => {
    const material = materialOf(
      50,
      message(user(1, "tiny")),
      message(user(500, "long")),
      message(user(10, "last")),
    );
    expect(shown(material)).toEqual(["last"]);
  });

  test.each([
    [89, ["told", "last"]],
    [90, ["last"]],
  ])("with %i of 100 tokens used, a summary beyond the edge: %j", (used, expected) => {
    const estimator = createCharacterEstimator({ charactersPerToken: 4 });
    const overhead = estimator.estimate(user(0));
    const last = message(user(used - overhead, "last"));
    for (const summary of [compaction(summaryOf(60)), nested(60)]) {
      const material = materialOf(100, message(user(1, "old")), summary, last);
      expect(shown(material).map((text) => (text === "nest" ? "told" : text))).toEqual(expected);
    }
  });

  test("contain a compaction as its summary, and older messages too", () => {
    const material = materialOf(
      1_000,
      message(user(5, "old")),
      compaction(summaryOf(5)),
      message(user(5, "last")),
    );
    expect(shown(material)).toEqual(["old.", "told", "last"]);
    expect(material.items[1]?.message).toMatchObject({ role: "user", provenance: "summary" });
  });

  test("show hidden, failed and empty messages like the view", () => {
    const hide: Unlinked<HideEntry> = {
      type: "hide",
      replacements: { e0: [{ type: "text", text: "hidden" }] },
    };
    const failed = {
      role: "assistant",
      finishReason: "error",
      parts: [{ type: "text", text: "x" }],
    };
    const material = materialOf(
      1_000,
      message(user(5, "secret")),
      hide,
      message(failed as Message),
      message(user(0)),
    );
    expect(shown(material)).toEqual(["hidd"]);
  });

  test("start after a reset", () => {
    const material = materialOf(
      1_000,
      message(call("a", "read", '{"path":"old.ts"}')),
      message(user(5, "old")),
      compaction({ compactedThrough: "e1", lastSeenId: "e1" }, "reset"),
      message(user(5, "new")),
    );
    expect(shown(material)).toEqual(["new."]);
    expect(material.digest.filesRead).toEqual([]);
  });

  test("skip notes, pins and navigations without a summary", () => {
    expect(
      materialOf(1_000, branch(null), { type: "note", kind: "k", value: 1 } as Unlinked<Entry>),
    ).toMatchObject({ items: [] });
  });
});
