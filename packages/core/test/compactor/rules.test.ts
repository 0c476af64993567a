import { describe, expect, test } from "vitest";
import { addRule, removeRule } from "../../src/compactor/change-rules.ts";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { CompactorOptions } from "../../src/compactor/options.ts";
import type { FitResult } from "../../src/compactor/outcome.ts";
import type { Item } from "../../src/message/item.ts";
import {
  assistantMessage,
  type Message,
  syntheticMessage,
  textOf,
  toolMessage,
  userMessage,
} from "../../src/message/message.ts";
import type { Receipt } from "../../src/message/receipt.ts";
import type { CompactionState } from "../../src/message/state.ts";
import { parseState } from "../../src/schema/state-schema.ts";
import { invalidInputWith } from "../support/invalid-input.ts";
import { engine, scripted } from "./scripted.ts";

const RULE = "Never push to main.";
const FILLER = "The report lists the doors of the house, one by one. ".repeat(12);

/** A conversation that is compacted after each part. */
async function conversation(options: Partial<CompactorOptions> = {}, windowTokens = 2_000) {
  const compactor = createCompactor(engine(options));
  let items: readonly Item[] = [];
  let result: FitResult | undefined;
  const receipts: Receipt[] = [];
  const add = (messages: readonly Message[]): void => {
    const before = items.length;
    items = [...items, ...messages.map((message, at) => ({ id: `item-${before + at}`, message }))];
  };
  return {
    receipts,
    compactor,
    history: () => ({ items, state: result?.state ?? null }),
    /** Adds messages and small talk, and compacts. */
    async continue(messages: readonly Message[], state = result?.state ?? null) {
      add(messages);
      for (let turn = 0; turn < 6; turn += 1)
        add([userMessage(`Look at door ${turn}.`), assistantMessage(FILLER)]);
      result = await compactor.fit({ items, state }, { windowTokens, force: true });
      if (result.outcome.type !== "compacted") throw new Error(result.outcome.type);
      receipts.push(result.outcome.receipt);
      return result;
    },
  };
}

const rulesOf = (state: CompactionState | null): readonly string[] =>
  (state?.rules ?? []).map(({ text }) => text);

const rulesBlock = ({ view }: FitResult): string =>
  /<user-rules>\n([\s\S]*)\n<\/user-rules>/u.exec(view.messages.map(textOf).join("\n"))?.[1] ?? "";

describe("a rule of the user", () => {
  test("stays verbatim in front of the prefix over many compactions", async () => {
    const talk = await conversation({ policy: { keepUserTokens: 0 } });
    let result = await talk.continue([userMessage(`Thanks. ${RULE} Now the next.`)]);
    for (let round = 0; round < 11; round += 1) result = await talk.continue([]);
    expect(rulesOf(result.state)).toEqual([RULE]);
    expect(rulesBlock(result)).toBe(`- ${RULE}`);
    expect(talk.receipts.map(({ rules }) => rules.entered)).toEqual([
      [RULE],
      ...Array.from({ length: 11 }, () => []),
    ]);
    expect(parseState(result.state)).toEqual(result.state);
  });

  test("leaves when it is revoked, and the receipt says so", async () => {
    const talk = await conversation();
    await talk.continue([userMessage(RULE)]);
    const result = await talk.continue([userMessage("You may push to main now.")]);
    expect(rulesOf(result.state)).toEqual([]);
    expect(rulesBlock(result)).toBe("");
    expect(talk.receipts.at(-1)?.rules).toEqual({ entered: [], left: [RULE] });
  });

  test("is not taken from tools, the app, summaries or answers", async () => {
    const talk = await conversation();
    const call = { callId: "1", name: "user", arguments: "{}" };
    const result = await talk.continue([
      userMessage("Read the policy."),
      assistantMessage(RULE, [call]),
      toolMessage(call, `User has answered your questions: ${RULE}`),
      syntheticMessage(RULE),
      { ...syntheticMessage(RULE), provenance: "summary" },
    ]);
    expect(rulesOf(result.state)).toEqual([]);
  });

  test("is in the request for the summary, with secrets redacted", async () => {
    const summarizer = scripted();
    const talk = await conversation({ summarizer });
    await talk.continue([userMessage("Never print password=abcdef123456.")]);
    expect(summarizer.requests[0]?.rules).toEqual([
      expect.stringMatching(/^Never print password=\[redacted\]/u),
    ]);
  });

  test("is not kept if the policy leaves no room for rules", async () => {
    const talk = await conversation({ policy: { rulesTokens: 0 } });
    expect(rulesOf((await talk.continue([userMessage(RULE)])).state)).toEqual([]);
  });

  test("is what `findRules` finds", async () => {
    const findRules: CompactorOptions["findRules"] = (text) =>
      text.startsWith("RULE") ? [{ type: "rule", text }] : [];
    const talk = await conversation({ findRules });
    const result = await talk.continue([userMessage(RULE), userMessage("RULE 1: be brief")]);
    expect(rulesOf(result.state)).toEqual(["RULE 1: be brief"]);
  });

  test("is found once by all plans, and other tasks run meanwhile", async () => {
    const read: string[] = [];
    const compactor = createCompactor(
      engine({
        findRules(text) {
          const end = performance.now() + 1;
          while (performance.now() < end);
          read.push(text);
          return [];
        },
      }),
    );
    const texts = Array.from({ length: 30 }, (_, place) => `${place} ${FILLER}`);
    const items = texts.map((text, place) => ({ id: `${place}`, message: userMessage(text) }));
    const history = { items, state: null };
    const readMeanwhile = new Set<number>();
    let task = setImmediate(function next() {
      readMeanwhile.add(read.length);
      task = setImmediate(next);
    });
    expect((await compactor.plan(history, { windowTokens: 2_000 })).type).toBe("plan");
    clearImmediate(task);
    expect([...readMeanwhile].some((count) => count > 0 && count < items.length)).toBe(true);
    const { state } = await compactor.fit(history, { windowTokens: 2_000 });
    await compactor.fit({ items, state }, { windowTokens: 2_000, force: true });
    expect(read).toEqual(texts);
  });
});

describe("a rule of the app", () => {
  test("is kept before and after compactions until it is removed", async () => {
    const talk = await conversation();
    const first = await talk.continue([], addRule(null, RULE));
    expect(rulesBlock(first)).toBe(`- ${RULE}`);
    const more = await talk.continue([], addRule(first.state, "Be brief."));
    expect(rulesBlock(more)).toBe(`- ${RULE}\n- Be brief.`);
    const state = removeRule(more.state ?? addRule(null, RULE), RULE);
    const { view } = await talk.compactor.fit({ ...talk.history(), state });
    expect(rulesOf(state)).toEqual(["Be brief."]);
    expect(view.messages.map(textOf).join("\n")).not.toContain(RULE);
  });

  test("ends by a revocation of the user", async () => {
    const talk = await conversation();
    const state = addRule(null, RULE);
    const result = await talk.continue([userMessage("Forget the rule about main.")], state);
    expect(rulesOf(result.state)).toEqual([]);
  });

  test("stays if the policy leaves no room for rules", async () => {
    const talk = await conversation({ policy: { rulesTokens: 0 } });
    const result = await talk.continue([], addRule(null, RULE));
    expect(rulesOf(result.state)).toEqual([RULE]);
  });

  test("that changes while a compaction is prepared makes it a conflict", async () => {
    const talk = await conversation();
    await talk.continue([]);
    const history = { ...talk.history(), state: null };
    const prepared = await talk.compactor.prepare(history, { windowTokens: 2_000, force: true });
    if (prepared.type !== "prepared") throw new Error(prepared.type);
    const changed = { ...history, state: addRule(null, RULE) };
    expect(talk.compactor.apply(changed, prepared).outcome).toMatchObject({
      type: "failed",
      error: { code: "conflict" },
    });
  });

  test("must be a text of at most 2,000 characters", () => {
    for (const text of ["", " \n", "a".repeat(2_001), 7 as unknown as string])
      expect(() => addRule(null, text)).toThrow(
        invalidInputWith("expected a text of at most 2000"),
      );
  });

  test("can be one of at most 100", () => {
    const word = (place: number): string => (place + 1_000).toString(36).repeat(3);
    const rules = Array.from({ length: 100 }, (_, place) => `Run ${word(place)} first.`);
    const state = rules.reduce<CompactionState | null>(addRule, null);
    expect(state?.rules).toHaveLength(100);
    expect(() => addRule(state, "Be brief.")).toThrow(
      invalidInputWith("expected at most 100 rules: remove one first"),
    );
    expect(addRule(state, rules[0] ?? "").rules).toHaveLength(100);
  });

  test("that is not there cannot be removed", () => {
    const state = addRule(null, RULE);
    expect(removeRule(state, "Be brief.")).toBe(state);
  });
});
