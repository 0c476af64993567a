import { describe, expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { History } from "../../src/message/history.ts";
import type { Item } from "../../src/message/item.ts";
import {
  type AssistantMessage,
  assistantMessage,
  type Message,
  type Part,
  textOf,
  toolCalls,
  type ToolMessage,
  userMessage,
} from "../../src/message/message.ts";
import type { Plan } from "../../src/plan/plan.ts";
import type { Policy, PruneOptions } from "../../src/plan/policy.ts";
import { SUPERSEDED_TEXT } from "../../src/plan/prune.ts";
import { fileLimitsFor, modelLimits } from "../../src/plan/resolve-policy.ts";
import { engine, scripted } from "../compactor/scripted.ts";
import {
  answer,
  call,
  user,
  itemsOf,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";

/** A call and its result of so many tokens. */
function step(id: string, size: number, name = "bash", args = "{}"): readonly Message[] {
  return [call(id, name, args), result(id, size, "data", name)];
}

function historyOf(...messages: readonly Message[]): History {
  return { items: itemsOf(...messages), state: null };
}

async function planOf(policy: Policy, history: History): Promise<Plan> {
  const plan = await createCompactor(engine({ policy })).plan(history);
  if (plan.type !== "plan") throw new Error(JSON.stringify(plan));
  return plan;
}

/** The text that a plan shows in an item's place; `undefined` where it shows the item's own. */
function shownFor(plan: Plan, item: Item | undefined): string | undefined {
  const parts = plan.replacements[item?.id ?? ""];
  return parts === undefined ? undefined : textOf({ role: "system", parts: [...parts] } as Message);
}

/** A result that a plan replaced, by the text that stands in its place, of the results in order. */
function shownResults(plan: Plan, { items }: History): readonly (string | undefined)[] {
  return items.filter(({ message }) => message.role === "tool").map((item) => shownFor(plan, item));
}

const document = {
  trigger: { type: "reserve", tokens: 16_384 },
  windowTokens: 200_000,
  keep: { type: "tokens", tokens: 20_000 },
  keepUserTokens: 0,
  prune: {
    protectTokens: 40_000,
    minimumSavings: 20_000,
    protectedTools: ["skill", "read"],
  },
} as const satisfies Policy;

describe("the pruning of the document", () => {
  test("shows a notice for output beyond the newest 40,000 tokens, and nothing is summarized", async () => {
    const steps = Array.from({ length: 20 }, (_, number) => step(`c${number}`, 10_000)).flat();
    const history = historyOf(user(10), ...steps, answer(1));
    const plan = await planOf(document, history);
    const shown = shownResults(plan, history);
    expect(shown.slice(0, 16)).toEqual(
      Array.from({ length: 16 }, () => "[Output truncated - 10000 tokens]"),
    );
    expect(shown.slice(16)).toEqual([undefined, undefined, undefined, undefined]);
    expect(plan).toMatchObject({ compacted: [], summaryTokens: 0, steps: [{ name: "prune" }] });

    const summarizer = scripted();
    const compactor = createCompactor(engine({ policy: document, summarizer }));
    const pruned = await compactor.fit(history);
    expect(summarizer.requests).toEqual([]);
    const after = { items: history.items, state: pruned.state };
    expect(compactor.usage(after).tokens).toBeLessThan(45_000);
    expect((await compactor.fit(after)).outcome).toEqual({
      type: "unchanged",
      why: "below-trigger",
    });
  });

  test("prunes nothing if the total saving is below 20,000 tokens", async () => {
    const history = (size: number): History =>
      historyOf(user(10), answer(130_000), ...step("a", size), ...step("b", 40_000), answer(1));
    expect((await planOf(document, history(20_050))).steps).toMatchObject([
      { name: "prune", ids: ["4"] },
    ]);
    expect((await planOf(document, history(19_000))).steps).toEqual([]);
  });

  test("what the notices cost counts against the minimum savings", async () => {
    const steps = Array.from({ length: 20 }, (_, number) => step(`c${number}`, 10_000)).flat();
    const history = historyOf(user(10), ...steps, answer(1));
    const isPruned = async (minimumSavings: number): Promise<boolean> => {
      const prune = { ...document.prune, minimumSavings };
      const [oldest] = shownResults(await planOf({ ...document, prune }, history), history);
      return oldest === "[Output truncated - 10000 tokens]";
    };
    const { steps: taken } = await planOf(document, history);
    const { savedTokens = 0 } = taken[0] ?? {};
    expect(savedTokens).toBeGreaterThan(159_000);
    expect(await isPruned(savedTokens)).toBe(true);
    expect(await isPruned(savedTokens + 1)).toBe(false);
  });

  test("never prunes results of skill and read", async () => {
    const history = historyOf(
      user(10),
      ...step("a", 40_000, "read"),
      ...step("b", 40_000, "bash"),
      ...step("c", 40_000, "skill"),
      ...step("d", 40_000, "bash"),
      ...step("e", 40_000, "bash"),
      answer(1),
    );
    expect(shownResults(await planOf(document, history), history)).toEqual([
      undefined,
      "[Output truncated - 40000 tokens]",
      undefined,
      "[Output truncated - 40000 tokens]",
      undefined,
    ]);
  });

  test("pruned results stay pruned, and their notices are not pruned again", async () => {
    const steps = (from: number, to: number): readonly Message[] =>
      Array.from({ length: to - from }, (_, index) => step(`c${from + index}`, 10_000)).flat();
    const compactor = createCompactor(engine({ policy: document }));
    const first = historyOf(user(10), ...steps(0, 20), answer(1));
    const { state } = await compactor.fit(first);
    const items = itemsOf(user(10), ...steps(0, 20), answer(1), ...steps(20, 36), answer(1));
    const second = await compactor.fit({ items, state });
    expect(second.outcome).toMatchObject({ type: "compacted", receipt: { method: "pruning" } });
    if (second.outcome.type !== "compacted") throw new Error(second.outcome.type);
    const [prune] = second.outcome.receipt.steps;
    expect(prune?.ids).not.toContain("3");
    expect(Object.keys(second.state?.replacements ?? {})).toContain("3");
  });
});

/** In a window of 10,000 tokens, due above 7,500, no summary unless hiding is not enough. */
function small(prune: PruneOptions, more: Policy = {}): Policy {
  return {
    windowTokens: 10_000,
    keepUserTokens: 0,
    keep: { type: "tokens", tokens: 2000 },
    prune,
    ...more,
  };
}

/** Hides whatever it may. */
const all: PruneOptions = { protectTokens: 0, minimumSavings: 0 };

describe("results that may be pruned", () => {
  test("results that the model has not read yet stay, however large", async () => {
    const both: AssistantMessage = assistantMessage("", [
      ...toolCalls(call("y", "bash")),
      ...toolCalls(call("z", "bash")),
    ]);
    const history = historyOf(
      user(10),
      ...step("a", 2400),
      both,
      result("y", 2400, "data", "bash"),
      result("z", 2800, "data", "bash"),
    );
    expect(shownResults(await planOf(small(all), history), history)).toEqual([
      "[Output truncated - 2400 tokens]",
      undefined,
      undefined,
    ]);
  });

  test("a result below the minimum size stays", async () => {
    const history = historyOf(
      user(10),
      ...step("a", 49),
      ...step("b", 50),
      answer(8000),
      user(1),
      answer(1),
    );
    const pruned = await planOf(small(all, { trigger: { type: "tokens", tokens: 8100 } }), history);
    expect(shownResults(pruned, history)).toEqual([undefined, "[Output truncated - 50 tokens]"]);
  });

  test("results of protected tools are not pruned", async () => {
    const history = historyOf(
      user(10),
      ...step("a", 2000, "notes", '{"path":"a"}'),
      ...step("b", 2000, "bash"),
      ...step("c", 2000, "notes", '{"path":"a"}'),
      ...step("d", 2000, "bash"),
      answer(1),
    );
    const plan = await planOf(small({ ...all, protectedTools: ["notes"] }), history);
    expect(shownResults(plan, history)).toEqual([
      undefined,
      "[Output truncated - 2000 tokens]",
      undefined,
      "[Output truncated - 2000 tokens]",
    ]);
  });

  test("calls, answers and sealed reasoning are never touched", async () => {
    const sealed: AssistantMessage = {
      role: "assistant",
      parts: [
        { type: "reasoning", text: "t".repeat(4000), signature: "signature" },
        {
          type: "tool-call",
          callId: "a",
          name: "write",
          arguments: `{"text":"${"x".repeat(4000)}"}`,
        },
      ],
    };
    const history = historyOf(user(10), sealed, result("a", 6500, "data", "write"), answer(1));
    const plan = await planOf(small(all), history);
    expect(Object.keys(plan.replacements)).toEqual(["3"]);
    expect(plan.kept[1]?.message).toBe(sealed);
  });

  test("nothing before the boundary is hidden again", async () => {
    const policy = small(all, { keep: { type: "tokens", tokens: 500 } });
    const compactor = createCompactor(engine({ policy: { ...policy, prune: "none" } }));
    const before = [user(10), ...step("a", 3000), answer(10), user(10), answer(5000)];
    const first = await compactor.fit(historyOf(...before));
    const items = itemsOf(...before, user(10), ...step("b", 8000), answer(1));
    const plan = await createCompactor(engine({ policy })).plan({ items, state: first.state });
    expect(plan.type === "plan" && Object.keys(plan.replacements)).toEqual(["9"]);
  });
});

describe("reads that a later read has superseded", () => {
  const read = (id: string, args: string, size = 2000): readonly Message[] =>
    step(id, size, "read", args);
  const lastOf = async (
    ...steps: readonly (readonly Message[])[]
  ): Promise<readonly (string | undefined)[]> => {
    const history = historyOf(user(10), ...steps.flat(), answer(1));
    const policy = small({ protectTokens: 100_000 }, { targetShare: 0.7 });
    return shownResults(await planOf(policy, history), history);
  };

  test("a complete read supersedes every earlier one of the same path", async () => {
    expect(
      await lastOf(
        read("a", '{"path":"x.ts"}'),
        read("b", '{"path":"x.ts","offset":10,"limit":5}'),
        read("c", '{"path":"x.ts"}'),
        read("d", '{"path":"y.ts"}'),
      ),
    ).toEqual([SUPERSEDED_TEXT, SUPERSEDED_TEXT, undefined, undefined]);
  });

  test("a read of a range supersedes the same range alone", async () => {
    expect(
      await lastOf(
        read("a", '{"path":"x.ts"}'),
        read("b", '{"path":"x.ts","offset":1,"limit":5}'),
        read("c", '{"path":"x.ts","offset":6,"limit":5}'),
        read("d", '{"limit":5,"path":"x.ts","offset":1}'),
      ),
    ).toEqual([undefined, SUPERSEDED_TEXT, undefined, undefined]);
  });

  test("a read that failed supersedes nothing", async () => {
    const failed = (id: string): readonly Message[] => {
      const [asked, told] = read(id, '{"path":"x.ts"}') as [Message, ToolMessage];
      return [asked, { ...told, failed: true }];
    };
    const steps = [read("a", '{"path":"x.ts"}'), failed("b"), read("c", '{"path":"y.ts"}')];
    const history = historyOf(user(10), ...steps.flat(), answer(1));
    const trigger = { type: "tokens", tokens: 5000 } as const;
    const plan = await planOf(small({ protectTokens: 100_000 }, { trigger }), history);
    expect(Object.values(plan.replacements).flat()).not.toContainEqual({
      type: "text",
      text: SUPERSEDED_TEXT,
    });
  });
});

describe("the ladder", () => {
  test("stops at the first step that reaches the target, and tells each", async () => {
    const steps = [
      ...step("a", 2000, "read", '{"path":"x.ts"}'),
      ...step("b", 2000, "read", '{"path":"x.ts"}'),
      ...step("c", 2000),
      ...step("d", 2000),
      answer(1),
    ];
    const namesAt = async (targetShare: number): Promise<readonly string[]> => {
      const policy = small(all, { targetShare, keep: { type: "tokens", tokens: 1000 } });
      const plan = await planOf(policy, historyOf(user(10), ...steps));
      return plan.steps.map(({ name }) => name);
    };
    expect(await namesAt(0.7)).toEqual(["superseded"]);
    expect(await namesAt(0.3)).toEqual(["superseded", "prune"]);
  });

  test("a result larger than a quarter of the window is truncated first", async () => {
    const reads = ["y", "z"].flatMap((id) => step(id, 100, "read", '{"path":"x.ts"}'));
    const history = historyOf(user(10), ...step("a", 7600), ...reads, answer(1));
    const plan = await planOf(small({ protectTokens: 100_000 }), history);
    expect(plan.steps).toMatchObject([{ name: "truncate", ids: ["3"] }]);
    expect(shownFor(plan, history.items[2])).toMatch(/^data.*characters left out.*data$/s);
  });

  test("if pruning is not enough, older items are summarized and not pruned", async () => {
    const steps = Array.from({ length: 6 }, (_, number) => [
      user(10),
      ...step(`c${number}`, 400),
      answer(1500),
    ]).flat();
    const plan = await planOf(small(all, { targetShare: 0.6 }), historyOf(...steps));
    expect(plan.compacted.length).toBeGreaterThan(0);
    const kept = new Set(plan.kept.map(({ id }) => id));
    expect(plan.steps.flatMap(({ ids }) => ids).every((id) => kept.has(id))).toBe(true);
    expect(Object.keys(plan.replacements).every((id) => kept.has(id))).toBe(true);
  });
});

describe("files and images", () => {
  const image = (bytes: number): Part => ({
    type: "file",
    mediaType: "image/png",
    url: `data:image/png;base64,${"A".repeat(bytes - 22)}`,
  });
  const shot = (id: string, bytes: number): readonly Message[] => [
    call(id, "screenshot"),
    {
      ...(result(id, 1, "done", "screenshot") as ToolMessage),
      parts: [image(bytes)],
    } as ToolMessage,
  ];

  test("beyond the byte budget the oldest become a note, also inside results, whatever the tokens", async () => {
    const policy: Policy = { windowTokens: 1_000_000, fileBytes: 10_000 };
    const history = historyOf(
      user(10),
      ...shot("a", 6000),
      ...shot("b", 6000),
      ...shot("c", 3000),
      answer(1),
    );
    const { view, outcome } = await createCompactor(engine({ policy })).fit(history);
    expect(outcome).toMatchObject({ type: "compacted", receipt: { steps: [{ name: "files" }] } });
    const bytes = JSON.stringify(view.messages).length;
    expect(bytes).toBeLessThan(10_500);
    expect(textOf(view.messages[2] ?? userMessage(""))).toBe(
      "[file, image/png, 6000 bytes, left out]",
    );
    expect(view.messages[4]).toEqual(history.items[4]?.message);
  });

  test("beyond the images that a request to the model may have, the oldest become a note, linked ones too", async () => {
    const linked: Part = { type: "file", mediaType: "image/png", url: "https://example.com/a.png" };
    const shots = Array.from({ length: 9 }, (_, place) => [
      call(`c${place}`, "screenshot"),
      {
        ...(result(`c${place}`, 1, "done", "screenshot") as ToolMessage),
        parts: [place % 2 === 0 ? linked : image(100)],
      } as ToolMessage,
    ]);
    const settings = engine({ catalog: () => ({ windowTokens: 100_000, requestImages: 8 }) });
    const history = historyOf(user(10), ...shots.flat(), answer(1));
    const request = { model: "any" };
    const { view, outcome } = await createCompactor(settings).fit(history, request);
    expect(outcome).toMatchObject({
      type: "compacted",
      receipt: { method: "pruning", steps: [{ name: "files", ids: ["3", "5", "7"] }] },
    });
    expect(JSON.stringify(view.messages).match(/"file"/gu)).toHaveLength(6);
    expect(textOf(view.messages[2] ?? userMessage(""))).toBe("[file, image/png, left out]");
    const fewer = historyOf(user(10), ...shots.slice(1).flat(), answer(1));
    const { outcome: unchanged } = await createCompactor(settings).fit(fewer, request);
    expect(unchanged).toEqual({ type: "unchanged", why: "below-trigger" });
  });

  test.each<[string, Policy, number | null]>([
    ["what a request leaves beside text", {}, 34_000_000 - 8 * 100_000],
    ["the policy's limit if it is smaller", { fileBytes: 5_000 }, 5_000],
    ["the model's setting", { models: { any: { requestBytes: 1_000_000 } } }, 500_000],
  ])("files may take %s", (_, policy, fileBytes) => {
    const catalog = () => ({ windowTokens: 100_000, requestBytes: 34_000_000 });
    const bytesFor = (model?: string): number =>
      fileLimitsFor(policy, model, [modelLimits(policy, model, catalog)], 100_000).fileBytes;
    expect(bytesFor("any")).toBe(fileBytes);
    expect(bytesFor()).toBe(policy.fileBytes ?? Infinity);
  });

  test("exactly at the byte budget nothing happens", async () => {
    const policy: Policy = { windowTokens: 1_000_000, fileBytes: 6000 };
    const compactor = createCompactor(engine({ policy }));
    const { outcome } = await compactor.fit(historyOf(user(10), ...shot("a", 6000), answer(1)));
    expect(outcome).toEqual({ type: "unchanged", why: "below-trigger" });
  });

  test("a file in a pruned result is hidden with its text", async () => {
    const history = historyOf(
      user(10),
      ...shot("a", 3000),
      ...step("b", 2400),
      ...step("c", 2400),
      ...step("d", 2400),
      answer(1),
    );
    const plan = await planOf(small(all), history);
    expect(shownFor(plan, history.items[2])).toBe("[Output truncated - 1200 tokens]");
  });
});
