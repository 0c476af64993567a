import { SUMMARY_PREAMBLE } from "@cutpoint/core/kit";
import { type AgentInputItem, MemorySession, type Session } from "@openai/agents-core";
import { OpenAIConversationsSession } from "@openai/agents-openai";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CompactingSession } from "../../src/session/compacting-session.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { createMemoryStore, outline } from "../support/session-run.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

/** Large enough that a later compaction appends a segment. */
const policy = { windowTokens: 2000 };

const kinds: readonly (readonly [string, () => CompactingSession])[] = [
  [
    "a store",
    () => createCompactingSession({ store: createMemoryStore(), sessionId: "one", policy }),
  ],
  ["another session", () => createCompactingSession({ session: new MemorySession(), policy })],
];

type Step = "turn" | "tools" | "compact" | "pop";

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<Step>("turn") },
    { weight: 3, arbitrary: fc.constant<Step>("tools") },
    { weight: 3, arbitrary: fc.constant<Step>("compact") },
    { weight: 2, arbitrary: fc.constant<Step>("pop") },
  ),
  { minLength: 10, maxLength: 40 },
);

function turn(index: number): AgentInputItem[] {
  const text = `answer ${index} `.repeat(65);
  return [
    { type: "message", role: "user", content: `question ${index}` },
    {
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text }],
    },
  ];
}

function tools(index: number): AgentInputItem[] {
  const callIds = [`a${index}`, `b${index}`];
  return [
    ...callIds.map((callId) => ({
      type: "function_call" as const,
      callId,
      name: "look",
      arguments: "{}",
    })),
    ...callIds.map((callId) => ({
      type: "function_call_result" as const,
      callId,
      name: "look",
      status: "completed" as const,
      output: { type: "text" as const, text: `found ${index} `.repeat(50) },
    })),
  ];
}

/** More than fits. */
const filled: readonly Step[] = [...Array<Step>(10).fill("turn"), "compact"];

/** The result of a step; the reference does not compact. */
async function perform(
  session: Session & { readonly runCompaction?: () => Promise<unknown> },
  step: Step,
  index: number,
): Promise<unknown> {
  if (step === "pop") return session.popItem();
  if (step === "compact") await session.runCompaction?.();
  else await session.addItems(step === "turn" ? turn(index) : tools(index));
  return undefined;
}

/** The number of messages of the prefix, one for each segment. */
function prefixLength(items: readonly AgentInputItem[]): number {
  return outline(items).filter((line) => line.startsWith(`user: ${SUMMARY_PREAMBLE}`)).length;
}

/** The results whose call does not stand before them. */
function orphans(items: readonly AgentInputItem[]): readonly string[] {
  const called = new Set<string>();
  return items.flatMap((item) => {
    if (item.type === "function_call") called.add(item.callId);
    return item.type === "function_call_result" && !called.has(item.callId) ? [item.callId] : [];
  });
}

describe.each(kinds)("a session over %s", (_name, create) => {
  test("keeps every item and separates no calls, in any order of compactions and pops", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const session = create();
        const reference = new MemorySession();
        for (const [index, step] of [...filled, ...plan].entries()) {
          const done = await perform(session, step, index);
          expect(done).toEqual(await perform(reference, step, index));
          const all = await reference.getItems();
          const shown = await session.getItems();
          expect(await session.getAllItems()).toEqual(all);
          expect(orphans(shown)).toEqual([]);
          const length = prefixLength(shown);
          const kept = outline(shown.slice(length)); // A kept result may be truncated.
          expect(kept).toEqual(outline(length === 0 ? all : all.slice(all.length - kept.length)));
        }
      }),
      cases(30),
    );
  });

  test("a pop of a kept item keeps the compaction", async () => {
    const session = create();
    for (let index = 0; index < 12; index += 1) await session.addItems(turn(index));
    await session.runCompaction();
    const before = await session.getItems();
    await session.popItem();
    expect(await session.getItems()).toEqual(before.slice(0, -1));
    expect(before.length).toBeLessThan(24);
  });

  test("a pop of a compacted item takes back its segment and keeps earlier ones", async () => {
    const session = create();
    const views: AgentInputItem[][] = [];
    for (let index = 0; index < 16; index += 1) {
      await session.addItems(turn(index));
      if (index % 8 === 7) await session.runCompaction({ force: true });
      views.push(await session.getItems());
    }
    expect(views.slice(5).map(prefixLength)).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    for (const view of views.slice(0, -1).reverse()) {
      await session.popItem();
      await session.popItem();
      expect(await session.getItems()).toEqual(view);
    }
  });
});

describe("a session around another one", () => {
  const optional = [
    "applyHistoryMutations",
    "applyHistoryTransaction",
    "prepareHistoryItemForModelInput",
    "replaceHistoryWithCompaction",
  ];
  const had = (session: Session): readonly string[] => optional.filter((name) => name in session);

  test("has the optional methods of the inner one", async () => {
    const inner = new MemorySession();
    const session = createCompactingSession({ session: inner });
    expect(had(session)).toEqual(["applyHistoryMutations", "applyHistoryTransaction"]);
    await Reflect.apply(Reflect.get(session, "applyHistoryTransaction") as () => void, session, [
      { operationId: "one", transaction: { type: "append_items", items: turn(1) } },
    ]);
    expect(outline(await inner.getItems())).toHaveLength(2);
    const bare: Session = {
      getSessionId: () => inner.getSessionId(),
      getItems: () => inner.getItems(),
      addItems: (items) => inner.addItems(items),
      popItem: () => inner.popItem(),
      clearSession: () => inner.clearSession(),
    };
    expect(had(createCompactingSession({ session: bare }))).toEqual([]);
  });

  test("rejects a session with items on a server", () => {
    const session = new OpenAIConversationsSession({ apiKey: "none" });
    expect(() => createCompactingSession({ session })).toThrow("its items are on the server");
  });

  test("rejects a session that compacts its items", () => {
    const session = Object.assign(new MemorySession(), { runCompaction: () => null });
    expect(() => createCompactingSession({ session })).toThrow("compacts its items");
  });
});
