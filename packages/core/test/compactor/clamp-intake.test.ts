import { expect, test } from "vitest";
import { clampIntake } from "../../src/compactor/clamp-intake.ts";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { Item } from "../../src/message/item.ts";
import {
  assistantMessage,
  type Message,
  textOf,
  toolMessage,
  userMessage,
} from "../../src/message/message.ts";
import { emptyState } from "../../src/message/state.ts";
import type { Policy } from "../../src/plan/policy.ts";
import { createEstimator } from "../../src/tokens/estimator.ts";
import { engine } from "./scripted.ts";

const CALL = { callId: "call-1", name: "list" };
const LARGE = Array.from({ length: 900 }, (_, line) => `Shelf ${line} holds a jar.`).join("\n");

const ASKED: readonly Message[] = [
  userMessage("List the shelves."),
  assistantMessage("", [{ ...CALL, arguments: "{}" }]),
  toolMessage(CALL, LARGE),
];

function items(messages: readonly Message[]): readonly Item[] {
  return messages.map((message, place) => ({ id: `m${place}`, message }));
}

function compactorWith(policy: Policy) {
  return createCompactor(engine({ policy: { windowTokens: 100_000, ...policy } }));
}

const intake = { above: 1_000, preview: 300 };

test("a large result is shown in part before the model has read it", async () => {
  const compactor = compactorWith({ intake });
  const first = await compactor.fit({ items: items(ASKED), state: null });
  const shown = first.view.messages.map(textOf);
  expect(first.outcome).toEqual({ type: "unchanged", why: "below-trigger" });
  expect(shown.at(-1)).toContain("Shelf 899 holds a jar.");
  expect(shown.at(-1)).not.toContain("Shelf 400 holds a jar.");
  const later = [...ASKED, assistantMessage("Many."), userMessage("Go on.")];
  const second = await compactor.fit({ items: items(later), state: first.state });
  expect(second.view.messages.map(textOf).slice(0, 3)).toEqual(shown);
  expect(second.state).toBe(first.state);
});

test("a preview begins and ends with whole lines of the result", async () => {
  const { view } = await compactorWith({ intake }).fit({ items: items(ASKED), state: null });
  const shown = textOf(view.messages.at(-1) as Message).split("\n");
  const whole = new Set(LARGE.split("\n"));
  const pieces = shown.filter((line) => line !== "" && LARGE.includes(line) && !whole.has(line));
  expect(pieces).toEqual([]);
  expect(shown).toContain("Shelf 0 holds a jar.");
});

test("a result that the model has read stays whole", async () => {
  const later = items([...ASKED, assistantMessage("Many."), userMessage("Go on.")]);
  const { view } = await compactorWith({ intake }).fit({ items: later, state: null });
  expect(textOf(view.messages[2] as Message)).toBe(LARGE);
});

test.each([
  ["of a protected tool", { intake: { ...intake, protectedTools: ["list"] } }],
  ["that pruning protects", { intake, prune: { protectedTools: ["list"] } }],
  ["below the limit", { intake: { above: 50_000, preview: 300 } }],
  ["without the setting", {}],
] satisfies [string, Policy][])("a result %s stays whole", async (_case, policy) => {
  const result = await compactorWith(policy).fit({ items: items(ASKED), state: null });
  expect(textOf(result.view.messages[2] as Message)).toBe(LARGE);
  expect(result.state).toBeNull();
});

test("a large result is shown in part if its call has no arguments that can be read, or is missing", async () => {
  const [asked, , result] = ASKED as [Message, Message, Message];
  const unread = assistantMessage("", [{ ...CALL, arguments: "{" }]);
  for (const before of [[asked, unread], [asked]]) {
    const { state } = await compactorWith({ intake }).fit({
      items: items([...before, result]),
      state: null,
    });
    expect(Object.keys(state?.replacements ?? {})).toEqual([`m${before.length}`]);
  }
});

test("the preview names the tool recall only if the request has it", async () => {
  const compactor = compactorWith({ intake });
  const tools = [{ type: "function", function: { name: "recall", parameters: {} } }];
  const withTool = await compactor.fit({ items: items(ASKED), state: null }, { tools });
  const without = await compactor.fit({ items: items(ASKED), state: null });
  expect(withTool.view.messages.map(textOf).at(-1)).toContain(`"result": "call-1"`);
  expect(without.view.messages.map(textOf).at(-1)).not.toContain("recall");
});

test("a compaction that is prepared with a preview applies to the history without it", async () => {
  const compactor = compactorWith({
    intake,
    minimumProgress: 0,
    keep: { type: "tokens", tokens: 400 },
  });
  const talk = Array.from({ length: 20 }, (_, turn) => [
    userMessage(`Question ${turn} ${"q".repeat(400)}`),
    assistantMessage(`Answer ${turn} ${"a".repeat(400)}`),
  ]).flat();
  const history = { items: items([...talk, ...ASKED]), state: null };
  const prepared = await compactor.prepare(history, { reason: "manual" });
  if (prepared.type !== "prepared") throw new Error(prepared.outcome.type);
  const { outcome, view } = compactor.apply(history, prepared);
  expect(outcome.type).toBe("compacted");
  expect(textOf(view.messages.at(-1) as Message)).toContain("[outline]");
  const copy = JSON.parse(JSON.stringify(prepared)) as typeof prepared;
  expect(compactor.apply(history, copy).outcome.type).toBe("compacted");
});

test("the calls of large results are found in linear time", () => {
  const reads = (count: number): number => {
    let read = 0;
    const calls = Array.from({ length: count }, (_, index) => ({
      callId: `c${index}`,
      name: "list",
    }));
    const written = calls.map((call) => assistantMessage("", [{ ...call, arguments: "{}" }]));
    const results = calls.map((call) => toolMessage(call, LARGE.slice(0, 1_000)));
    const counted = items([...written, ...results]).map(({ id, message }) => ({
      id,
      get message() {
        read += 1;
        return message;
      },
    }));
    const policy: Policy = { intake: { above: 100, preview: 50 } };
    const shown = clampIntake(createEstimator(), { items: counted, state: null }, {}, policy);
    expect(Object.keys(shown ?? {})).toHaveLength(count);
    return read;
  };
  expect(reads(80)).toBeLessThan(2.2 * reads(40));
});

test("a compaction does not list the preview of a compacted result", async () => {
  const compactor = compactorWith({ intake, keep: { type: "tokens", tokens: 100 } });
  const { state } = await compactor.fit({ items: items(ASKED), state: null });
  const later = items([...ASKED, assistantMessage("Many."), userMessage("Go on.")]);
  const { outcome, view } = await compactor.fit({ items: later, state }, { force: true });
  expect(outcome.type).toBe("compacted");
  expect(view.messages.map(textOf).join("\n")).not.toContain("This result has");
});

test("a preview that is not smaller than the limit is refused", () => {
  expect(() => compactorWith({ intake: { above: 1_000 } })).toThrow(/policy\.intake\.preview/u);
});

test.each([0, 20, 40, 60])(
  "a secret at %i characters of a text that replaces a result does not enter the next state",
  async (place) => {
    const secret = `sk-ant-api03-${"Zk3vQ9xT".repeat(11)}AA`;
    const text = `${"x ".repeat(place / 2)}${secret}\n${LARGE}`;
    const said = [
      ...ASKED,
      assistantMessage("Many."),
      ...Array.from({ length: 20 }, (_, turn) => [
        userMessage(`Question ${turn} ${"q".repeat(400)}`),
        assistantMessage(`Answer ${turn} ${"a".repeat(400)}`),
      ]).flat(),
    ];
    const compactor = compactorWith({ keep: { type: "tokens", tokens: 400 } });
    const state = { ...emptyState(), replacements: { m2: [{ type: "text", text } as const] } };
    const { state: after } = await compactor.fit({ items: items(said), state }, { force: true });
    expect(after?.digest?.hidden).toHaveLength(1);
    expect(JSON.stringify(after?.digest)).not.toContain("Zk3vQ9xT");
    expect(JSON.stringify(after?.prefix)).not.toContain("Zk3vQ9xT");
  },
);
