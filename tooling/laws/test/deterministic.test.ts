import {
  assistantMessage,
  type CompactionState,
  type Compactor,
  createCompactor,
  type History,
  type Item,
  userMessage,
  viewOf,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanConversation, smallWindow } from "../src/generate/conversation.ts";
import { hostileItems } from "../src/generate/history.ts";
import { engine, estimator, type LawEngine, summarizer, withFit } from "../src/laws/engine.ts";
import { complaintOf, failureOf } from "../src/laws/proving.ts";

/**
 * Equal items and states have equal bytes.
 *
 * This is independent of the compactor, of earlier calls, and of whether the state was parsed from JSON.
 */
function sameEntriesSameBytes({ createCompactor }: LawEngine): fc.IAsyncProperty<unknown> {
  const conversations = fc.oneof(cleanConversation({ minTurns: 3 }), hostileItems);
  return fc.asyncProperty(
    conversations,
    conversations,
    smallWindow,
    async (items, others, windowTokens) => {
      const policy = { windowTokens };
      const first = await bytes(createCompactor({ policy, estimator, summarizer }), items);
      const busy = createCompactor({ policy, estimator, summarizer });
      await busy.fit({ items: others, state: null }, { force: true });
      const second = await bytes(busy, structuredClone<readonly Item[]>(items));
      if (first !== second) throw new Error("deterministic: the same history gave other bytes");
    },
  );
}

/** Bytes of a conversation that is compacted in the middle and at its end. */
async function bytes(compactor: Compactor, items: readonly Item[]): Promise<string> {
  let state: CompactionState | null = null;
  const all: unknown[] = [];
  for (const count of [Math.ceil(items.length / 2), items.length]) {
    const history: History = { items: items.slice(0, count), state };
    const fitted = await compactor.fit(history, { force: true });
    all.push(fitted.view, fitted.state, fitted.outcome.type);
    const fromJson = JSON.parse(JSON.stringify(fitted.state)) as CompactionState | null;
    const again = JSON.stringify(viewOf({ items: history.items, state: fromJson }));
    if (again !== JSON.stringify(fitted.view))
      throw new Error("deterministic: the mark from JSON gave other bytes");
    state = fromJson;
  }
  return JSON.stringify(all);
}

/** A state in the format of the first release, and its view. */
const WRITTEN: CompactionState = {
  version: 1,
  requires: "0.1.0",
  compactedThrough: "i1",
  firstKeptId: "i2",
  lastSeenId: "i2",
  prefix: [
    { kind: "system", sourceId: "i0", part: { type: "text", text: "Be brief." } },
    { kind: "preamble", sourceId: null, part: { type: "text", text: "What came before:" } },
    { kind: "pin", sourceId: "p1", part: { type: "text", text: "Never push." } },
    { kind: "first-request", sourceId: "i1", part: { type: "text", text: "Fix the test." } },
    { kind: "summary", sourceId: null, part: { type: "text", text: "## Goal\nFix the test." } },
    { kind: "end", sourceId: null, part: { type: "text", text: "[End]" } },
  ],
  replacements: { i3: [{ type: "text", text: "[hidden]" }] },
  pinned: {},
  digest: null,
  compacted: { items: 2, from: 1, to: 2, turnIds: [] },
  calibrations: {},
  guard: {
    compactedAtItemId: "i2",
    recoveredUserMessageId: null,
    failures: 0,
    failedUserMessageId: null,
    tokensAtFailure: 0,
  },
};

describe("compaction is deterministic", () => {
  test("equal histories have equal bytes", async () => {
    expect(await failureOf(sameEntriesSameBytes(engine), 150)).toBeNull();
  });

  test("a state of the first release is shown with labels", () => {
    const items: readonly Item[] = [
      { id: "i1", message: userMessage("Fix the test.") },
      { id: "i2", message: assistantMessage("Reading it.") },
      { id: "i3", message: userMessage("A long paste") },
    ];
    const { messages, ids, warnings } = viewOf({ items, state: WRITTEN });
    expect(JSON.stringify({ messages, ids, warnings })).toBe(
      '{"messages":[' +
        '{"role":"system","parts":[{"type":"text","text":"Be brief."}]},' +
        '{"role":"user","provenance":"summary","parts":[{"type":"text","text":"What came before:' +
        "\\n\\n<user-messages>\\nFix the test.\\n</user-messages>" +
        '\\n\\n<summary>\\n## Goal\\nFix the test.\\n</summary>"}]},' +
        '{"role":"user","provenance":"summary","parts":[{"type":"text","text":"' +
        "The conversation history before this point was compacted, continued:" +
        '\\n\\n<pinned-message>\\nNever push.\\n</pinned-message>\\n\\n[End]"}]},' +
        '{"role":"assistant","parts":[{"type":"text","text":"Reading it."}]},' +
        '{"role":"user","provenance":"user","parts":[{"type":"text","text":"[hidden]"}]}],' +
        '"ids":[null,null,null,"i2","i3"],"warnings":[]}',
    );
  });
});

describe("detects", () => {
  test("a generated id in the text", async () => {
    let made = 0;
    const wrong = withFit((fit) => async (history, options) => {
      const fitted = await fit(history, options);
      if (fitted.outcome.type !== "compacted" || fitted.state === null) return fitted;
      made += 1;
      const stamp = {
        kind: "end",
        sourceId: null,
        part: { type: "text", text: `#${made}` },
      } as const;
      const state = { ...fitted.state, prefix: [...fitted.state.prefix, stamp] };
      return { ...fitted, state, view: viewOf({ items: history.items, state }) };
    });
    expect(await complaintOf(sameEntriesSameBytes(wrong))).toMatch(/gave other bytes/);
  });

  test("a compactor that remembers earlier compactions", async () => {
    const wrong: LawEngine = {
      ...engine,
      createCompactor: (options) => {
        let runs = 0;
        const compactor = createCompactor(options);
        return {
          ...compactor,
          fit: (history, request) => {
            runs += 1;
            return compactor.fit(history, { ...request, force: runs < 3 });
          },
        };
      },
    };
    expect(await complaintOf(sameEntriesSameBytes(wrong))).toMatch(/gave other bytes/);
  });

  test("a state that differs after JSON", async () => {
    const wrong = withFit((fit) => async (history, options) => {
      const fitted = await fit(history, options);
      if (fitted.outcome.type !== "compacted") return fitted;
      const ids = fitted.view.ids.map((id) => id ?? undefined) as (string | null)[];
      return {
        ...fitted,
        view: { ...fitted.view, ids, warnings: [{ type: "lost-boundary", id: null }] },
      };
    });
    expect(await complaintOf(sameEntriesSameBytes(wrong))).toMatch(/from JSON gave other bytes/);
  });
});
