import {
  assistantMessage,
  CutpointError,
  type Summarizer,
  type SummaryRequest,
  textOf,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { transcriptText } from "@cutpoint/core/kit";
import { describe, expect, test } from "vitest";
import { failing, hanging, offline, scripted } from "../support/summarizers.ts";
import {
  BRANCH_PREAMBLE,
  type BranchSummaryOptions,
  branchText,
} from "../../src/branches/branch-summary.ts";
import type { BeforeNavigation, Navigation } from "../../src/branches/navigate.ts";
import type { Entry } from "../../src/log/entry.ts";
import type { SessionStore } from "../../src/store/contract.ts";
import { counting, navigationOf, tree, type Tree } from "../support/tree.ts";

/** A tree of A–B–C–D and A–E–F, with D as the head. */
async function picture(
  options: Parameters<typeof tree>[0] = {},
): Promise<Tree & { readonly ids: Readonly<Record<"A" | "B" | "C" | "D" | "E" | "F", string>> }> {
  const grown = await tree(options);
  const [A = ""] = await grown.say("A");
  const [E = "", F = ""] = await grown.say("E", "F");
  await grown.session.navigate(A, { summarize: false });
  const [B = "", C = "", D = ""] = await grown.say("B", "C", "D");
  grown.events.splice(0);
  return { ...grown, ids: { A, B, C, D, E, F } };
}

function texts({ session }: Tree): readonly string[] {
  return session.view().messages.map(textOf);
}

function told({ items }: SummaryRequest): readonly string[] {
  return items.map(({ message }) => textOf(message));
}

describe("the tree before and after a navigation", () => {
  test("summarizes B, C and D, down to the common ancestor A", async () => {
    const summarizer = scripted("They tried it.");
    const grown = await picture({ summarizer });
    await grown.session.navigate(grown.ids.F, { summarize: true });
    expect(summarizer.requests.map(told)).toEqual([["B", "C", "D"]]);
  });

  test("the summary is a child of F and names D, and D does not change", async () => {
    const grown = await picture();
    const before = structuredClone(grown.store.entries);
    const { D, F } = grown.ids;
    const entry = navigationOf(await grown.session.navigate(F, { summarize: true }));
    expect(entry).toMatchObject({ type: "branch", parentId: F, from: D });
    expect(grown.store.entries).toEqual([...before, entry]);
    expect(texts(grown)).toEqual(["A", "E", "F", entry.summary?.text]);
    await grown.session.navigate(D, { summarize: false });
    expect(texts(grown)).toEqual(["A", "B", "C", "D"]);
  });

  test("the summary is sent as a user message with provenance summary and starts a turn", async () => {
    const grown = await picture();
    const entry = navigationOf(await grown.session.navigate(grown.ids.F, { summarize: true }));
    const { ids, messages } = grown.session.view();
    expect(ids.at(-1)).toBe(entry.id);
    expect(messages.at(-1)).toEqual({
      role: "user",
      provenance: "summary",
      parts: [{ type: "text", text: `${BRANCH_PREAMBLE}\n\nThey tried it.` }],
    });
  });

  test.each([
    ["the head itself", (ids: Record<"D", string>) => ids.D, "D"],
    ["before the first entry", () => null, null],
  ] as const)("from D to %s", async (_name, target, ancestor) => {
    const asked: Navigation[] = [];
    const grown = await picture({ beforeNavigation: (navigation) => void asked.push(navigation) });
    await grown.session.navigate(target(grown.ids));
    expect(asked.at(-1)).toMatchObject({
      ancestorId: ancestor === null ? null : grown.ids[ancestor],
      from: grown.ids.D,
      targetId: target(grown.ids),
    });
  });

  test("uses the deepest common ancestor on one branch and for nested branches", async () => {
    const asked: (readonly [string | null, number])[] = [];
    const grown = await picture({
      beforeNavigation: ({ abandoned, ancestorId }) =>
        void asked.push([ancestorId, abandoned.length]),
    });
    const { B, D } = grown.ids;
    asked.splice(0);
    await grown.session.navigate(B);
    const [G = ""] = await grown.say("G");
    await grown.session.navigate(D);
    await grown.session.navigate(G);
    expect(asked).toEqual([
      [B, 2],
      [B, 2],
      [B, 3],
    ]);
  });

  test("calls no model if the abandoned branch has no messages", async () => {
    const summarizer = scripted();
    const grown = await picture({ summarizer });
    const { D } = grown.ids;
    expect(navigationOf(await grown.session.navigate(D, { summarize: true })).summary).toBeNull();
    await grown.session.note("todo", "nothing");
    expect(navigationOf(await grown.session.navigate(D, { summarize: true })).summary).toBeNull();
    expect(summarizer.requests).toEqual([]);
  });
});

test("drops the announcement of the branch that was left", async () => {
  const grown = await picture();
  await grown.session.fit({ announce: [userMessage("announced")] });
  await grown.session.navigate(grown.ids.F);
  const before = grown.store.entries.length;
  await grown.session.endTurn();
  expect(grown.store.entries).toHaveLength(before);
});

describe("when a branch summary is made", () => {
  test("only at a navigation, not at an overflow or a full window", async () => {
    const summarizer = scripted();
    const grown = await tree({ summarizer, policy: { windowTokens: 1_000 } });
    await grown.say(...Array.from({ length: 8 }, (_, place) => `${place} ${"word ".repeat(100)}`));
    await grown.session.fit();
    await grown.session.recover(new Error("prompt is too long: 5000 tokens > 1000 maximum"));
    expect(summarizer.requests.length).toBeGreaterThan(0);
    expect(summarizer.requests.filter(({ about }) => about === "branch")).toEqual([]);
    expect(grown.store.entries.map(({ type }) => type)).not.toContain("branch");
  });

  test("before the head changes, and only if requested", async () => {
    const seen: (readonly string[])[] = [];
    const summarizer = scripted(() => {
      seen.push(texts(grown));
      return "They tried it.";
    });
    const grown = await picture({ summarizer });
    await grown.session.navigate(grown.ids.B);
    expect(seen).toEqual([]);
    await grown.session.navigate(grown.ids.D, { summarize: false });
    await grown.session.navigate(grown.ids.F, { summarize: true });
    expect(seen).toEqual([["A", "B", "C", "D"]]);
  });

  test("off by default; the option is read at each navigation", async () => {
    const summarizer = scripted("They tried it.");
    let settings = {};
    const grown = await picture({ summarizer, branchSummary: () => settings });
    const { D, F } = grown.ids;
    await grown.session.navigate(F);
    expect(summarizer.requests).toHaveLength(0);
    settings = { enabled: true };
    await grown.session.navigate(D);
    expect(summarizer.requests).toHaveLength(1);
    await grown.session.navigate(F, { summarize: false });
    expect(summarizer.requests).toHaveLength(1);
  });
});

describe("how a branch summary is made", () => {
  /** The request for three long messages, of 5,000 and twice 25,000 tokens, in a window of 70,000. */
  async function toldOf(branchSummary: BranchSummaryOptions): Promise<readonly string[]> {
    const summarizer = scripted("They tried it.");
    const policy = { windowTokens: 70_000 };
    const grown = await tree({ summarizer, policy, branchSummary });
    await grown.say("root", "x".repeat(20_000), "y".repeat(100_000), "z".repeat(100_000));
    await grown.session.navigate("1", { summarize: true });
    return summarizer.requests.flatMap(told).map((text) => text.charAt(0));
  }

  test("the input fits the window minus the reserve, 16,384 tokens by default", async () => {
    expect(await toldOf({})).toEqual(["y", "z"]);
    expect(await toldOf({ reserveTokens: 14_000 })).toEqual(["x", "y", "z"]);
  });

  test("the summary may use half of the reserve, at most 2,048 tokens", async () => {
    const limitOf = async (reserveTokens: number): Promise<number | undefined> => {
      const summarizer = scripted("They tried it.");
      const policy = { windowTokens: 70_000 };
      const grown = await picture({ summarizer, policy, branchSummary: { reserveTokens } });
      await grown.session.navigate(grown.ids.F, { summarize: true });
      return summarizer.requests[0]?.maxTokens;
    };
    expect(await limitOf(1_000)).toBeLessThanOrEqual(500);
    expect(await limitOf(1_000)).toBeGreaterThan(400);
    expect(await limitOf(30_000)).toBeLessThanOrEqual(2_048);
    expect(await limitOf(30_000)).toBeGreaterThan(1_800);
  });

  test("a small window reserves a quarter, and a reserve above the window is rejected", async () => {
    const small = await picture({ policy: { windowTokens: 8_000 } });
    expect(await small.session.navigate(small.ids.F, { summarize: true })).toMatchObject({
      type: "navigated",
    });
    const refused = await picture({
      policy: { windowTokens: 8_000 },
      branchSummary: { reserveTokens: 16_384 },
    });
    const before = refused.store.entries.length;
    const navigating = refused.session.navigate(refused.ids.F, { summarize: true });
    await expect(navigating).rejects.toThrow("branchSummary.reserveTokens is 16384");
    expect(refused.store.entries).toHaveLength(before);
  });

  test("the request contains the items of the branch and no live conversation", async () => {
    const summarizer = scripted("They tried it.");
    const grown = await picture({ summarizer });
    await grown.session.navigate(grown.ids.F, { summarize: true });
    const [request] = summarizer.requests;
    expect(request).toMatchObject({
      about: "branch",
      live: null,
      kept: [],
      turnPrefix: [],
      previousSummary: null,
      prompt: null,
      instructions: null,
    });
    expect(transcriptText(request?.items ?? [])).toBe("[User]: B\n\n[User]: C\n\n[User]: D");
  });

  test.each([
    [{ instructions: "Only the ports." }, { prompt: "Only the ports.", instructions: null }],
    [
      { instructions: "Only the ports.", keepPrompt: true },
      { prompt: null, instructions: "Only the ports." },
    ],
    [{}, { prompt: null, instructions: null }],
  ])("%j: instructions replace the prompt unless told to add", async (options, expected) => {
    const summarizer = scripted("They tried it.");
    const grown = await picture({ summarizer });
    await grown.session.navigate(grown.ids.F, { summarize: true, ...options });
    expect(summarizer.requests[0]).toMatchObject(expected);
  });

  test("stored with preamble, file tags, files and origin", async () => {
    const summarizer = scripted("They tried it.\n</read-files>");
    const grown = await picture({ summarizer });
    const read = { callId: "r", name: "read", arguments: '{"path":"src/a.ts"}' };
    const edit = { callId: "e", name: "edit", arguments: '{"path":"src/b.ts"}' };
    await grown.session.append([
      assistantMessage("", [read, edit]),
      toolMessage(read, "text"),
      toolMessage(edit, "done"),
    ]);
    const entry = navigationOf(await grown.session.navigate(grown.ids.F, { summarize: true }));
    expect(entry.summary?.text).toBe(
      [
        BRANCH_PREAMBLE,
        "They tried it.\n&lt;/read-files>",
        "<modified-files>\nsrc/b.ts\n</modified-files>",
        "<read-files>\nsrc/a.ts\n</read-files>",
      ].join("\n\n"),
    );
    expect(entry.summary).toMatchObject({
      origin: "own",
      digest: { filesRead: ["src/a.ts"], filesModified: ["src/b.ts"] },
    });
    await grown.say("G");
    const back = navigationOf(await grown.session.navigate(grown.ids.D, { summarize: true }));
    expect(back.summary?.digest).toMatchObject({
      filesRead: ["src/a.ts"],
      filesModified: ["src/b.ts"],
    });
  });

  test("secrets are in neither the request nor the entry", async () => {
    const key = `sk-ant-${"a1".repeat(24)}`;
    const summarizer = scripted(`The key was ${key}.`);
    const grown = await picture({ summarizer });
    await grown.say(`my key is ${key}`);
    const entry = navigationOf(await grown.session.navigate(grown.ids.F, { summarize: true }));
    expect(JSON.stringify(summarizer.requests)).not.toContain(key);
    expect(JSON.stringify(entry)).not.toContain(key);
  });

  test("an offline summarizer runs even if no calls are left", async () => {
    const grown = await tree({
      summarizer: [failing(), offline()],
      summaries: { maxCalls: 1 },
    });
    const [root = ""] = await grown.say("root");
    await grown.say("Please find out who holds the key of hall 7.", "It is Marta Venn.");
    const entry = navigationOf(await grown.session.navigate(root, { summarize: true }));
    expect(entry.summary?.text).toContain("hall 7");
  });
});

describe("a hook before a navigation", () => {
  test("can cancel it, with and without a summary", async () => {
    const grown = await picture({ beforeNavigation: () => ({ type: "cancel" }) });
    const before = structuredClone(grown.store.entries);
    expect(grown.store.entries.map(({ type }) => type)).not.toContain("branch");
    for (const summarize of [true, false])
      expect(await grown.session.navigate(grown.ids.A, { summarize })).toEqual({
        type: "cancelled",
      });
    expect(grown.store.entries).toEqual(before);
    expect(grown.events.map(({ type }) => type)).toEqual(["cancelled", "cancelled"]);
  });

  test("is called before a model, with the abandoned entries", async () => {
    const order: string[] = [];
    const asked: Navigation[] = [];
    const summarizer = scripted(() => {
      order.push("model");
      return "They tried it.";
    });
    const beforeNavigation: BeforeNavigation = (navigation) => {
      order.push("hook");
      asked.push(navigation);
    };
    const grown = await picture({ summarizer, beforeNavigation });
    order.splice(0);
    await grown.session.navigate(grown.ids.F, { summarize: true });
    expect(order).toEqual(["hook", "model"]);
    const { A, B, C, D, F } = grown.ids;
    expect(asked.at(-1)).toMatchObject({ targetId: F, from: D, ancestorId: A, summarize: true });
    expect(
      asked
        .at(-1)
        ?.abandoned.map(({ id }) => id)
        .slice(-3),
    ).toEqual([B, C, D]);
  });

  test("can supply the summary if one was requested", async () => {
    const summarizer = scripted();
    const grown = await picture({
      summarizer,
      beforeNavigation: () => ({
        type: "supply",
        summary: { text: "The app's words.", details: { files: 3 } },
      }),
    });
    const { D, F } = grown.ids;
    const asked = navigationOf(await grown.session.navigate(F, { summarize: true }));
    expect(asked.summary).toEqual({
      text: branchText("The app's words.", ""),
      origin: "hook",
      digest: null,
      details: { files: 3 },
    });
    const unasked = navigationOf(await grown.session.navigate(D, { summarize: false }));
    expect(unasked.summary).toBeNull();
    expect(summarizer.requests).toEqual([]);
  });

  test("can guide the summary", async () => {
    const summarizer = scripted("They tried it.");
    const grown = await picture({
      summarizer,
      beforeNavigation: () => ({ type: "guide", contextLines: ["worktree: b"], prompt: "Short." }),
    });
    await grown.session.navigate(grown.ids.F, { summarize: true });
    expect(summarizer.requests[0]).toMatchObject({
      contextLines: ["worktree: b"],
      prompt: "Short.",
    });
  });

  test("that throws is reported and ignored", async () => {
    const grown = await picture({
      beforeNavigation: () => {
        throw new Error("no");
      },
    });
    grown.events.splice(0);
    await grown.session.navigate(grown.ids.F, { summarize: true });
    expect(grown.events.map(({ type }) => type)).toEqual([
      "hook-failed",
      "summarized",
      "navigated",
    ]);
  });
});

describe("after a navigation", () => {
  test("an event contains the new head, the old head and the entry", async () => {
    const grown = await picture();
    const entry = navigationOf(await grown.session.navigate(grown.ids.F, { summarize: true }));
    expect(grown.events).toEqual([
      expect.objectContaining({ type: "summarized", method: "scripted", calls: 1 }),
      expect.objectContaining({
        type: "navigated",
        head: entry.id,
        from: grown.ids.D,
        entry,
        sessionId: "s",
      }),
    ]);
    expect(grown.store.entries.at(-1)).toEqual(entry);
  });
});

describe("a branch summary that fails", () => {
  const unchanged = async (
    options: Parameters<typeof tree>[0],
    navigate: (grown: Awaited<ReturnType<typeof picture>>) => Promise<unknown>,
  ): Promise<unknown> => {
    const grown = await picture(options);
    const before: readonly Entry[] = structuredClone(grown.store.entries);
    const view = JSON.stringify(grown.session.view());
    const navigated = await navigate(grown);
    expect(grown.store.entries).toEqual(before);
    expect(JSON.stringify(grown.session.view())).toBe(view);
    return navigated;
  };

  test("an abort changes nothing and returns cancelled", async () => {
    const controller = new AbortController();
    const navigated = await unchanged({ summarizer: hanging() }, ({ ids, session }) => {
      const navigating = session.navigate(ids.F, { summarize: true, signal: controller.signal });
      controller.abort();
      return navigating;
    });
    expect(navigated).toEqual({ type: "cancelled" });
  });

  test("session.abort, disposal and an aborted signal do the same", async () => {
    const starting = Promise.withResolvers<void>();
    const summarizer: Summarizer = {
      name: "hanging",
      summarize: () => {
        starting.resolve();
        return new Promise(() => undefined);
      },
    };
    const aborted = await unchanged({ summarizer }, async ({ ids, session }) => {
      const navigating = session.navigate(ids.F, { summarize: true });
      await starting.promise;
      session.abort();
      return navigating;
    });
    expect(aborted).toEqual({ type: "cancelled" });
    const before = await unchanged({}, ({ ids, session }) =>
      session.navigate(ids.F, { signal: AbortSignal.abort() }),
    );
    expect(before).toEqual({ type: "cancelled" });
  });

  test("a failed summarizer does not move the head and writes no text", async () => {
    const failed = await unchanged({ summarizer: failing() }, async ({ events, ids, session }) => {
      const navigated = await session.navigate(ids.F, { summarize: true });
      expect(events.map(({ type }) => type)).toEqual(["summary-failed", "failed"]);
      return navigated;
    });
    expect(failed).toMatchObject({ type: "failed", error: { code: "summary-failed" } });
  });

  test("a message written meanwhile is kept and makes it a conflict", async () => {
    const grown = await picture({
      summarizer: {
        name: "slow",
        summarize: async () => {
          await grown.say("meanwhile");
          return { text: "They tried it.", method: "slow", calls: 1 };
        },
      },
    });
    await expect(grown.session.navigate(grown.ids.F, { summarize: true })).rejects.toThrow(
      CutpointError,
    );
    expect(texts(grown)).toEqual(["A", "B", "C", "D", "meanwhile"]);
  });
});

describe("the branches of a log", () => {
  test("are its tips, newest first, with the active one, their labels and forks", async () => {
    const grown = await tree();
    expect(await grown.session.branches()).toEqual([]);
    const [, B = ""] = await grown.say("A", "B");
    const [C = ""] = await grown.say("C");
    const label = await grown.session.note("label", "the first try");
    expect(await grown.session.branches()).toMatchObject([
      { tipId: label, isActive: true, forkId: null, label: "the first try" },
    ]);
    await grown.session.navigate(B);
    const [D = ""] = await grown.say("D");
    expect(await grown.session.branches()).toMatchObject([
      { tipId: D, isActive: true, forkId: B, label: null },
      { tipId: label, isActive: false, forkId: B, label: "the first try" },
    ]);
    await grown.session.navigate(C);
    const [E = ""] = await grown.say("E");
    expect(await grown.session.branches()).toMatchObject([
      { tipId: E, isActive: true, forkId: C, label: null },
      { tipId: D, isActive: false, forkId: B, label: null },
      { tipId: label, isActive: false, forkId: C, label: "the first try" },
    ]);
  });

  test("do not include a navigation without later entries unless the session is on it", async () => {
    const grown = await picture();
    const { A, B, D, F } = grown.ids;
    await grown.session.navigate(F);
    await grown.session.navigate(D);
    expect(await grown.session.branches()).toMatchObject([
      { tipId: D, isActive: true, forkId: A },
      { tipId: F, isActive: false, forkId: A },
    ]);
    const { id } = navigationOf(await grown.session.navigate(B));
    expect(await grown.session.branches()).toMatchObject([
      { tipId: id, isActive: true, forkId: B, label: null },
      { tipId: D, isActive: false },
      { tipId: F, isActive: false },
    ]);
    const start = navigationOf(await grown.session.navigate(null));
    expect((await grown.session.branches())[0]).toMatchObject({ tipId: start.id, forkId: null });
  });
});

describe("branches and compactions", () => {
  test("each branch has its own compactions and usage", async () => {
    const summarizer = scripted((request) => `about ${told(request)[0]?.slice(0, 6)}`);
    const policy = {
      windowTokens: 2_000,
      targetShare: 0.75,
      keep: { type: "tokens", tokens: 100 },
      keepUserTokens: 0,
    } as const;
    const grown = await tree({ summarizer, policy });
    const long = (name: string): readonly string[] =>
      Array.from({ length: 6 }, (_, place) => `${name} ${place} ${"word ".repeat(50)}`);
    const [root = ""] = await grown.say("root");
    const left = await grown.say(...long("left"));
    await grown.session.append([
      { ...assistantMessage("done"), usage: { inputTokens: 1_500, outputTokens: 10 } },
    ]);
    await grown.session.compact();
    await grown.session.navigate(root);
    expect(texts(grown)).toEqual(["root"]);
    expect(grown.session.usage().reportedTokens).toBeNull();
    const right = await grown.say(...long("right"));
    expect(summaries(grown)).toEqual([]);
    await grown.session.compact();
    expect(summaries(grown).join()).toContain("about root");
    const leftTip = (await grown.session.branches()).find(({ isActive }) => !isActive);
    await grown.session.navigate(leftTip?.tipId ?? "");
    expect(summaries(grown)).toHaveLength(1);
    expect(grown.session.view().ids).not.toContain(right.at(-1));
    expect(grown.session.view().ids).toContain(left.at(-1));
    const again = await tree({ store: grown.store, ...counting(grown.store) });
    expect(JSON.stringify(again.session.view())).toBe(JSON.stringify(grown.session.view()));
  });

  test("a compaction of a branch summary keeps its files, except those of a hook", async () => {
    const policy = {
      windowTokens: 20_000,
      keep: { type: "tokens", tokens: 50 },
      keepUserTokens: 0,
    } as const;
    const read = { callId: "r", name: "edit", arguments: '{"path":"src/elsewhere.ts"}' };
    for (const origin of ["own", "hook"]) {
      const grown = await picture({
        policy,
        beforeNavigation: () =>
          origin === "own" ? undefined : { type: "supply", summary: { text: "The app's." } },
      });
      await grown.session.append([assistantMessage("", [read]), toolMessage(read, "done")]);
      await grown.session.navigate(grown.ids.F, { summarize: true });
      await grown.say(...Array.from({ length: 5 }, (_, place) => `${place} ${"word ".repeat(50)}`));
      expect((await grown.session.compact()).outcome.type).toBe("compacted");
      expect(summaries(grown).join()).toContain("They tried it.");
      const head = JSON.stringify(grown.session.view().messages.slice(0, 2));
      expect(head.includes("<modified-files>\\nsrc/elsewhere.ts")).toBe(origin === "own");
    }
  });

  test("reading a branch seeks past the other branches", async () => {
    const grown = await tree();
    const [root = ""] = await grown.say("root");
    await grown.say(...Array.from({ length: 5_000 }, (_, place) => `other ${place}`));
    await grown.session.navigate(root);
    const [here = ""] = await grown.say("here", "and here");
    let reads = 0;
    const counted: SessionStore = {
      ...grown.store,
      read: async function* (sessionId, options) {
        for await (const entry of grown.store.read(sessionId, options)) {
          reads += 1;
          yield entry;
        }
      },
    };
    const reopened = await tree({ store: counted, ...counting(grown.store) });
    expect(texts(reopened)).toEqual(["root", "here", "and here"]);
    expect(reads).toBeLessThan(300);
    reads = 0;
    await reopened.session.navigate(here, { summarize: true });
    expect(reads).toBeLessThan(1_200);
  });
});

function summaries({ session }: Tree): readonly string[] {
  const { messages } = session.view();
  return messages
    .filter((message) => message.role === "user" && message.provenance === "summary")
    .map(textOf);
}
