import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Compactor, createCompactor } from "../../src/compactor/create-compactor.ts";
import type { FitOptions } from "../../src/compactor/fit-options.ts";
import type { CompactorOptions } from "../../src/compactor/options.ts";
import type { Item } from "../../src/message/item.ts";
import {
  type AssistantMessage,
  type Message,
  toolMessage,
  userMessage,
} from "../../src/message/message.ts";
import type { CompactionState } from "../../src/message/state.ts";
import type { ModelCatalog } from "../../src/tokens/window.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { messagesTokens } from "../../src/tokens/estimator.ts";
import type { View } from "../../src/view/view.ts";
import { engine } from "./scripted.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

const BINDING = "claude-opus-5-5";
const modelCatalog: ModelCatalog = (model) =>
  model.startsWith("claude-")
    ? { windowTokens: 200_000, bindsThinking: model.includes("-5-") }
    : null;
const REFUSED = Object.assign(
  new Error(
    "400 messages.3.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.",
  ),
  { status: 400 },
);

/** What signed reasoning is made under: the request, and all that is before it without reasoning. */
function bindingOf(request: FitOptions, messages: readonly Message[]): string {
  const before = messages.map(({ parts, role }) => [
    role,
    parts.filter((part) => part.type !== "reasoning"),
  ]);
  const { model, system, tools } = request;
  return createHash("sha256")
    .update(JSON.stringify([model, system, tools, before]))
    .digest("hex");
}

/** The signatures that a view has, each with whether it was made under what is before it. */
function signaturesOf(
  request: FitOptions,
  { messages }: View,
): readonly { readonly signature: string; readonly isValid: boolean }[] {
  return messages.flatMap((message, place) => {
    const parts: AssistantMessage["parts"] = message.parts;
    return parts.flatMap((part) => {
      if (part.type !== "reasoning" || part.signature === undefined) return [];
      const { signature } = part;
      return [{ signature, isValid: signature === bindingOf(request, messages.slice(0, place)) }];
    });
  });
}

/** A conversation of a host that stores its messages itself, with a model that signs all of its reasoning. */
function host(options: Partial<CompactorOptions> = {}) {
  const settings = engine({ catalog: modelCatalog, policy: { windowTokens: 4_000 }, ...options });
  const compactor: Compactor = createCompactor(settings);
  const items: Item[] = [];
  let state: CompactionState | null = null;
  const add = (message: Message): void => {
    items.push({ id: `item-${items.length + 1}`, message });
  };
  return {
    events: settings.events,
    items,
    compactor,
    add,
    state: () => state,
    /** Answers the view of a request, with a tool call if one is named. */
    ask: async (request: FitOptions, callId?: string) => {
      const result = await compactor.fit({ items, state }, request);
      state =
        result.state === null
          ? null
          : (JSON.parse(JSON.stringify(result.state)) as CompactionState);
      const signature = bindingOf(request, result.view.messages);
      const call = {
        type: "tool-call",
        callId: callId ?? "",
        name: "read",
        arguments: "{}",
      } as const;
      add({
        role: "assistant",
        model: request.model ?? "",
        parts: [
          { type: "reasoning", text: "I think.", signature },
          ...(callId === undefined
            ? [{ type: "text", text: `answer ${"a".repeat(80)}` } as const]
            : [call]),
        ],
      });
      if (callId !== undefined) add(toolMessage({ callId, name: "read" }, "r".repeat(300)));
      return { ...result, signature, signatures: signaturesOf(request, result.view) };
    },
    recover: async (request: FitOptions, error: unknown = REFUSED) => {
      const result = await compactor.recover({ items, state }, error, request);
      state = result.state;
      return { ...result, signatures: signaturesOf(request, result.view) };
    },
  };
}

const request: FitOptions = { model: BINDING, system: "Be brief.", tools: [{ name: "read" }] };

describe("signed reasoning of a model that binds it", () => {
  test("stays as it is in a check after the answer, since no request follows", async () => {
    const { add, ask, compactor, items, state } = host();
    add(userMessage("question"));
    await ask(request);
    const before = state();
    expect(before?.thinking).toBeDefined();
    const other: FitOptions = { ...request, system: "Be careful.", moment: "after-answer" };
    expect((await compactor.fit({ items, state: before }, other)).state).toBe(before);
  });

  test("is sent as long as nothing before it has changed", async () => {
    const { add, ask } = host();
    const made: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      add(userMessage(`question ${turn}`));
      const { outcome, signature, signatures } = await ask(request);
      expect(outcome).toEqual({ type: "unchanged", why: "below-trigger" });
      expect(signatures.map((one) => one.signature)).toEqual(made);
      expect(signatures.every(({ isValid }) => isValid)).toBe(true);
      made.push(signature);
    }
  });

  test("is left out up to a compaction, and sent again after it", async () => {
    const { add, ask } = host();
    let compactions = 0;
    let sinceCompaction: string[] = [];
    let sent = 0;
    for (let turn = 0; turn < 120; turn += 1) {
      add(userMessage(`question ${turn} ${"q".repeat(100)}`));
      const { outcome, signature, signatures } = await ask(
        request,
        turn % 2 === 0 ? `call-${turn}` : undefined,
      );
      if (outcome.type === "compacted") {
        compactions += 1;
        sinceCompaction = [];
      }
      expect(signatures).toEqual(sinceCompaction.map((one) => ({ signature: one, isValid: true })));
      sent += signatures.length;
      sinceCompaction.push(signature);
    }
    expect(compactions).toBeGreaterThanOrEqual(3);
    expect(sent).toBeGreaterThan(100);
  });

  test.each<[string, FitOptions]>([
    ["the system text", { ...request, system: "Be long." }],
    ["the tools", { ...request, tools: [{ name: "read" }, { name: "write" }] }],
    ["the model", { ...request, model: "claude-fable-5-2" }],
  ])("is left out after a change of %s", async (_, changed) => {
    const { add, ask } = host();
    add(userMessage("one"));
    await ask(request);
    add(userMessage("two"));
    expect((await ask(changed)).signatures).toEqual([]);
    add(userMessage("three"));
    expect((await ask(changed)).signatures).toMatchObject([{ isValid: true }]);
    add(userMessage("four"));
    expect((await ask(request)).signatures).toEqual([]);
  });

  test("is left out if it was made behind messages of one request only", async () => {
    const { add, ask } = host();
    const passing = { ...request, tail: [userMessage("a source")] };
    add(userMessage("one"));
    await ask(passing);
    add(userMessage("two"));
    expect((await ask(passing)).signatures).toEqual([]);
    add(userMessage("three"));
    expect((await ask(request)).signatures).toEqual([]);
    add(userMessage("four"));
    expect((await ask(request)).signatures).toMatchObject([{ isValid: true }]);
  });

  test("is left out of a stale answer and of answers by a model that does not bind", async () => {
    const { add, ask, items } = host();
    add(userMessage("one"));
    await ask({ ...request, model: "claude-sonnet-4-5" });
    add(userMessage("two"));
    expect((await ask(request)).signatures).toEqual([]);
    items[3] = { ...items[3], stale: true } as Item;
    add(userMessage("three"));
    expect((await ask(request)).signatures).toEqual([]);
  });

  test("is counted only if it is sent", async () => {
    const estimator = createCharacterEstimator({ charactersPerToken: 4 });
    const { add, ask, compactor, items, state } = host({ estimator });
    for (let turn = 0; turn < 60; turn += 1) {
      add(userMessage(`question ${turn} ${"q".repeat(100)}`));
      const { view } = await ask(request);
      const { tokens } = compactor.usage({ items: items.slice(0, -1), state: state() });
      expect(tokens).toBe(messagesTokens(view.messages, estimator));
    }
  });

  test("needs no new state for requests with messages of their own if there is none", async () => {
    const compactor = createCompactor(engine({ catalog: modelCatalog }));
    const items = [{ id: "a", message: userMessage("question") }];
    const tailed = { ...request, windowTokens: 4_000, tail: [userMessage("a document")] };
    const first = await compactor.fit({ items, state: null }, tailed);
    const later = [...items, { id: "b", message: userMessage("more") }];
    const second = await compactor.fit({ items: later, state: first.state }, tailed);
    expect(first.state).not.toBeNull();
    expect(second.state).toBe(first.state);
  });

  test("stays with a model that does not bind, and no state is written for one", async () => {
    const { add, ask, state } = host();
    const other = { ...request, model: "claude-sonnet-4-5" };
    for (let turn = 0; turn < 3; turn += 1) {
      add(userMessage(`question ${turn}`));
      expect((await ask({ ...other, system: `system ${turn}` })).signatures).toHaveLength(turn);
    }
    expect(state()).toBeNull();
  });

  test("no view has a signature that was made under something else, and each view has all others", async () => {
    const step = fc.record({
      call: fc.boolean(),
      size: fc.integer({ min: 0, max: 900 }),
      system: fc.constantFrom("Be brief.", "Be brief.", "Be brief.", "Be brief.", "Be long."),
      model: fc.constantFrom(BINDING, BINDING, BINDING, BINDING, "claude-fable-5-2"),
      force: fc.constantFrom(false, false, false, false, false, true),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        const { add, ask } = host({
          policy: { windowTokens: 2_000, prune: { protectTokens: 100, minimumSavings: 1 } },
        });
        let expected: string[] = [];
        let before = "";
        for (const [turn, { call, size, ...asked }] of steps.entries()) {
          add(userMessage(`question ${turn} ${"q".repeat(size)}`));
          const key = `${asked.model} ${asked.system}`;
          const { outcome, signature, signatures } = await ask(
            { ...request, ...asked },
            call ? `call-${turn}` : undefined,
          );
          if (outcome.type === "compacted" || key !== before) expected = [];
          expect(signatures).toEqual(expected.map((one) => ({ signature: one, isValid: true })));
          expected.push(signature);
          before = key;
        }
      }),
      cases(100),
    );
  });
});

describe("after a provider refused signed reasoning", () => {
  const unknown = { ...request, model: "deployment-7" };

  test("the same view without it is worth sending, without a summary", async () => {
    const { add, ask, events, recover } = host();
    for (let turn = 0; turn < 3; turn += 1) {
      add(userMessage(`question ${turn}`));
      await ask(unknown);
    }
    add(userMessage("last"));
    const { outcome, retry, signatures, view } = await recover(unknown);
    expect(outcome).toEqual({ type: "unchanged", why: "thinking-dropped" });
    expect(retry).toBe(true);
    expect(signatures).toEqual([]);
    expect(view.messages).toHaveLength(7);
    expect(events).toEqual([{ type: "thinking-dropped", reason: "overflow", willRetry: true }]);
  });

  test("an unchanged history is not recovered twice, and an overflow still is", async () => {
    const { add, ask, recover } = host();
    for (let turn = 0; turn < 20; turn += 1) {
      add(userMessage(`question ${turn} ${"q".repeat(200)}`));
      await ask(unknown);
    }
    await recover(unknown);
    const again = await recover(unknown);
    expect(again.outcome).toEqual({ type: "unchanged", why: "already-recovered" });
    expect(again.retry).toBe(false);
    const overflow = await recover(unknown, new Error("prompt is too long"));
    expect(overflow).toMatchObject({ retry: true, outcome: { type: "compacted" } });
  });

  test("the model is treated as one that binds from then on", async () => {
    const { add, ask, recover } = host();
    add(userMessage("one"));
    await ask(unknown);
    add(userMessage("two"));
    await recover(unknown);
    for (let turn = 0; turn < 60; turn += 1) {
      const { signatures } = await ask(unknown);
      expect(signatures.every(({ isValid }) => isValid)).toBe(true);
      add(userMessage(`question ${turn} ${"q".repeat(100)}`));
    }
  });
});
