import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { FitResult } from "../../src/compactor/outcome.ts";
import type { Item } from "../../src/message/item.ts";
import { type Message, textOf, toolMessage, userMessage } from "../../src/message/message.ts";
import type { CompactionState } from "../../src/message/state.ts";
import type { Policy } from "../../src/plan/policy.ts";
import type { SummaryRequest } from "../../src/summary/summarizer.ts";
import {
  answer,
  call,
  itemsOf,
  words,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine, scripted } from "./scripted.ts";

/** A compaction, and what its summarizer was given. */
async function compacted(
  items: readonly Item[],
  policy: Policy,
): Promise<{ readonly fitted: FitResult; readonly request: SummaryRequest }> {
  const summarizer = scripted();
  const compactor = createCompactor(engine({ policy, summarizer }));
  const fitted = await compactor.fit({ items, state: null }, { force: true });
  const [request] = summarizer.requests;
  if (fitted.outcome.type !== "compacted" || request === undefined)
    throw new Error(JSON.stringify(fitted.outcome));
  return { fitted, request };
}

const turns = Array.from({ length: 12 }, (_, turn): readonly Message[] => [
  userMessage(`question ${turn} ${words(100)}`),
  answer(400),
]).flat();

test("verbatimIds lists the items whose text is kept verbatim, truncatedIds those without their middle", async () => {
  const items = itemsOf(userMessage(words(3_000)), answer(400), ...turns);
  const { fitted, request } = await compacted(items, {
    windowTokens: 10_000,
    keep: { type: "tokens", tokens: 1_000 } as const,
    keepUserTokens: 7_000,
  });
  const quoted = request.items.filter(({ id }) => request.verbatimIds?.includes(id));
  expect(quoted.length).toBeGreaterThan(0);
  expect(quoted.length).toBe(request.verbatimIds?.length);
  const shown = fitted.view.messages.map(textOf).join("\n");
  for (const { message } of quoted) expect(shown).toContain(textOf(message));
  expect(fitted.outcome).toMatchObject({ receipt: { truncatedIds: ["1"] } });
  expect(request.verbatimIds).not.toContain("1");
  expect(request.truncatedIds).toEqual(["1"]);
});

test("shortened contains truncated kept items in full, with secrets redacted", async () => {
  const said = `api_key=abcdef123456 ${words(4_000)}`;
  const last = toolMessage({ callId: "last", name: "read" }, said);
  const items = itemsOf(...turns, call("last"), last);
  const { request } = await compacted(items, {
    windowTokens: 3_000,
    keep: { type: "tokens", tokens: 300 } as const,
  });
  expect(request.shortened?.map(({ id }) => id)).toEqual([String(items.length)]);
  const whole = request.shortened?.map(({ message }) => textOf(message)).join("") ?? "";
  expect(whole).toBe(said.replace("abcdef123456", "[redacted]"));
  expect(textOf(request.kept.at(-1)?.message ?? last).length).toBeLessThan(whole.length / 2);
});

test("droppedUserText contains the user text that leaves the view, whole and redacted, once", async () => {
  const secret = "api_key=abcdef123456";
  const said = Array.from({ length: 20 }, (_, turn): readonly Message[] => [
    userMessage(`wish ${turn}: ${turn === 2 ? secret : words(60)}`),
    answer(400),
  ]).flat();
  const summarizer = scripted();
  const policy = {
    windowTokens: 4_000,
    keep: { type: "tokens", tokens: 400 } as const,
    keepUserTokens: 300,
  };
  const compactor = createCompactor(engine({ policy, summarizer }));
  let state: CompactionState | null = null;
  for (const end of [12, 24, 40]) {
    const items = itemsOf(...said.slice(0, end));
    const before = state;
    const options = { force: true, instructions: "Be brief." };
    ({ state } = await compactor.fit({ items, state }, options));
    const shown = new Set(state?.prefix.map(({ part }) => part));
    const left = before?.prefix.filter(({ kind, part }) => kind === "user" && !shown.has(part));
    const expected = left?.map(({ part, sourceId }) => [
      sourceId,
      part.type === "text"
        ? part.text.replace("abcdef123456", "[redacted]").replace(/^\[Message.*\n/u, "")
        : part,
    ]);
    const dropped = summarizer.requests.at(-1)?.droppedUserText ?? [];
    expect(dropped.map(({ id, message }) => [id, textOf(message)])).toEqual(expected ?? []);
  }
  const all = summarizer.requests.flatMap(({ droppedUserText = [] }) => droppedUserText);
  expect(all.length).toBeGreaterThan(5);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});
