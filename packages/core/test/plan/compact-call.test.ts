import { describe, expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { CompactorOptions } from "../../src/compactor/options.ts";
import type { FitResult } from "../../src/compactor/outcome.ts";
import type { Item } from "../../src/message/item.ts";
import {
  assistantMessage,
  type Message,
  textOf,
  toolMessage,
  userMessage,
} from "../../src/message/message.ts";
import type { Policy } from "../../src/plan/policy.ts";
import { createEstimator } from "../../src/tokens/estimator.ts";
import { COMPACT_TOOL_NAME, hasAskedToCompact } from "../../src/plan/compact-call.ts";
import { checkQuotes, passagesIn } from "../../src/plan/quotes.ts";

const FACT = "The deadline is 14 March at noon.";

/** A turn of about `tokens` tokens. */
function talk(turn: number, tokens = 400): readonly Message[] {
  return [
    userMessage(`Question ${turn}?`),
    assistantMessage(`Answer ${turn}. ${"word ".repeat(tokens)}`),
  ];
}

/** A turn in which the model calls the tool and then answers. */
function asking(turn: number, keep: readonly string[]): readonly Message[] {
  const call = { callId: `call-${turn}`, name: COMPACT_TOOL_NAME };
  return [
    userMessage(`Finish task ${turn}.`),
    assistantMessage("", [{ ...call, arguments: JSON.stringify({ reason: "done", keep }) }]),
    toolMessage(call, "Accepted."),
    assistantMessage(`Task ${turn} is done.`),
  ];
}

function items(messages: readonly Message[]): readonly Item[] {
  return messages.map((message, place) => ({ id: `m${place}`, message }));
}

const POLICY: Policy = {
  windowTokens: 10_000,
  trigger: { type: "tokens", tokens: 8_000 },
  keep: { type: "tokens", tokens: 300 },
};

const OPTIONS: CompactorOptions = {
  compactTool: true,
  policy: POLICY,
  summarizer: {
    name: "short",
    offline: true,
    summarize: async () => ({ text: "They talked.", method: "short", calls: 0 }),
  },
};

async function fit(
  messages: readonly Message[],
  { state = null, ...options }: Partial<CompactorOptions> & Pick<Partial<FitResult>, "state"> = {},
): Promise<FitResult> {
  return createCompactor({ ...OPTIONS, ...options }).fit({ items: items(messages), state });
}

const sent = ({ view }: FitResult): string => view.messages.map(textOf).join("\n");

const START = [
  userMessage(`Remember: ${FACT}`),
  ...Array.from({ length: 18 }, (_, turn) => talk(turn)).flat(),
];

describe("a compaction that the model asked for", () => {
  test("runs at the next user message, near the trigger", async () => {
    const asked = [...START, ...asking(1, [FACT])];
    const result = await fit([...asked, userMessage("Next.")]);
    expect(result.outcome).toMatchObject({ type: "compacted", receipt: { reason: "tool" } });
    expect(sent(result)).toContain(`<pinned-message by="user">\n${FACT}\n</pinned-message>`);
    expect(
      await fit([...asked.slice(0, -1), userMessage("Next.")], { compactTool: false }),
    ).toMatchObject({
      outcome: { type: "unchanged", why: "below-trigger" },
    });
  });

  test("runs after the answer, but not in the tool loop before it", async () => {
    const asked = [...START, ...asking(1, [])];
    expect((await fit(asked)).outcome.type).toBe("compacted");
    expect((await fit(asked.slice(0, -1))).outcome).toEqual({
      type: "unchanged",
      why: "below-trigger",
    });
  });

  const SYSTEM = "word ".repeat(1_000);
  test.each([
    ["half of the room for messages", [], "", [18, 9], 4_000],
    ["40 % of it if the model keeps passages", [FACT], "", [18, 11], 3_200],
    ["room beside system text", [FACT], SYSTEM, [16, 9], 1_000 + 2_800],
  ] as const)("leaves %s, also after an earlier one", async (_, keep, system, turns, most) => {
    const summarizer: CompactorOptions["summarizer"] = {
      name: "full",
      offline: true,
      summarize: async ({ maxTokens }) => ({
        text: "word ".repeat(maxTokens - 20),
        method: "full",
        calls: 0,
      }),
    };
    const policy = { ...POLICY, summaryTokens: 4_000 };
    const compactor = createCompactor({ ...OPTIONS, policy, summarizer });
    const messages: Message[] = [userMessage(`Remember: ${FACT}`)];
    let state: FitResult["state"] = null;
    for (const [task, count] of turns.entries()) {
      messages.push(...Array.from({ length: count }, (_turn, turn) => talk(turn)).flat());
      messages.push(...asking(task, keep));
      const result = await compactor.fit({ items: items(messages), state }, { system });
      ({ state } = result);
      if (result.outcome.type !== "compacted") throw new Error(result.outcome.type);
      expect(result.outcome.receipt.reason).toBe("tool");
      expect(result.outcome.receipt.tokensAfter).toBeGreaterThan(most - 400);
      expect(result.outcome.receipt.tokensAfter).toBeLessThanOrEqual(most);
    }
  });

  test("does not run earlier", async () => {
    const result = await fit([...START.slice(0, -4), ...asking(1, []), userMessage("Next.")]);
    expect(result.outcome).toEqual({ type: "unchanged", why: "below-trigger" });
  });

  test("runs once", async () => {
    const asked = [...START, ...asking(1, [FACT])];
    const { state } = await fit(asked);
    const later = [...asked, userMessage("Next."), ...talk(90, 5_000)];
    expect((await fit([...later, userMessage("Go on.")], { state })).outcome.type).toBe(
      "unchanged",
    );
  });

  test("does not run if a compaction ran in the turn after the call", async () => {
    const asked = [...START, ...asking(1, [])];
    const compacted = await fit(asked.slice(0, -1), {
      policy: { ...POLICY, windowTokens: 5_000, trigger: { type: "tokens", tokens: 4_000 } },
    });
    expect(compacted.outcome).toMatchObject({ receipt: { reason: "threshold" } });
    const answered = [...asked.slice(0, -1), assistantMessage("word ".repeat(5_000))];
    const { outcome } = await fit([...answered, userMessage("Next.")], { state: compacted.state });
    expect(outcome).toEqual({ type: "unchanged", why: "below-trigger" });
  });

  test("does not run for a call that failed, or a window that is unknown", async () => {
    const call = { callId: "call-1", name: COMPACT_TOOL_NAME };
    const failed = asking(1, []).map((message) =>
      message.role === "tool" ? toolMessage(call, "No such tool.", true) : message,
    );
    expect((await fit([...START, ...failed])).outcome.type).toBe("unchanged");
    const unknown = await fit([...START, ...asking(1, [])], { policy: {} });
    expect(unknown.outcome).toEqual({ type: "unchanged", why: "unknown-window" });
  });

  test("a passage that is kept again counts once", async () => {
    const [short, long] = ["tide ".repeat(120).trim(), "mast ".repeat(240).trim()];
    const said = [userMessage(short), userMessage(long), ...START.slice(0, 35)];
    const asked = [...said, ...asking(1, [short, long])];
    const first = await fit(asked);
    expect(quoted(first)).toEqual([short, long]);
    const again = [...asked, userMessage("Next."), ...asking(2, [long]), ...talk(90, 9_000)];
    const second = await fit([...again, userMessage("More.")], { state: first.state });
    expect(second.outcome).toMatchObject({ receipt: { reason: "threshold" } });
    expect(quoted(second)).toEqual([short, long]);
  });

  test("the passages of all calls stay, the newest 500 tokens of them", async () => {
    const asked = [...START, ...asking(1, [FACT])];
    const first = await fit(asked);
    expect(first.outcome).toMatchObject({ receipt: { reason: "tool" } });
    const early = [...asked, userMessage("Next."), ...asking(2, ["Answer 3."])];
    const grown = [...early, ...asking(3, ["Answer 4.", FACT])];
    const more = [...grown, ...Array.from({ length: 20 }, (_, turn) => talk(turn + 20)).flat()];
    const second = await fit([...more, userMessage("Next.")], { state: first.state });
    expect(second.outcome).toMatchObject({ receipt: { reason: "threshold" } });
    expect(quoted(second)).toEqual(["Answer 4.", FACT, "Answer 3."]);
    const long = "word ".repeat(390).trim();
    const last = [...more, userMessage("Next."), ...asking(4, [long]), ...talk(70, 9_000)];
    const third = await fit([...last, userMessage("More.")], { state: second.state });
    expect(quoted(third)).toEqual(["Answer 4.", FACT, "Answer 3.", long]);
    const longer = [
      ...last,
      userMessage("Then."),
      ...asking(5, [`${long} word`]),
      ...talk(80, 9_000),
    ];
    const fourth = await fit([...longer, userMessage("More.")], { state: third.state });
    expect(quoted(fourth)).toEqual([`${long} word`]);
  });
});

function quoted({ state }: FitResult): readonly string[] {
  const pins = state?.prefix.filter(({ kind }) => kind === "pin") ?? [];
  return pins.map(({ part }) => (part.type === "text" ? part.text : ""));
}

describe("passages", () => {
  const estimator = createEstimator();
  const check = (keep: unknown, messages: readonly Message[]) =>
    checkQuotes(passagesIn({ keep }), { items: items(messages), prefix: [] }, estimator);

  test("are kept with their author if they were said", () => {
    const tool = { callId: "c", name: "read_file" };
    const call = {
      ...tool,
      arguments: JSON.stringify({
        path: "a.ts",
        lines: ["const a = 1;\nrun(a);"],
        end: null,
        at: 7,
      }),
    };
    const messages = [
      userMessage(FACT),
      assistantMessage("", [call]),
      toolMessage(tool, "port: 8080"),
    ];
    expect(check([FACT, "const a = 1;\nrun(a);", "port: 8080", "port: 9090"], messages)).toEqual({
      kept: [
        { text: FACT, origin: { by: "user" } },
        { text: "const a = 1;\nrun(a);", origin: { by: "assistant" } },
        { text: "port: 8080", origin: { by: "tool", name: "read_file" } },
      ],
      unknown: ["port: 9090"],
      tooLong: [],
    });
  });

  test("are not found in the calls of the tool itself", () => {
    expect(check("Never said.", asking(1, ["Never said."])).unknown).toEqual(["Never said."]);
  });

  test("take at most 500 tokens", () => {
    const [long, longer] = ["word ".repeat(300).trim(), "text ".repeat(300).trim()];
    const { kept, tooLong } = check(
      [long, longer, FACT],
      [userMessage(`${long}\n${longer}\n${FACT}`)],
    );
    expect(kept.map(({ text }) => text)).toEqual([long, FACT]);
    expect(tooLong).toEqual([longer]);
  });

  test.each([undefined, null, 7, "", [" ", 3, null], { a: 1 }])("%j are none", (keep) => {
    expect(passagesIn({ keep })).toEqual([]);
  });
});

test("a call counts in its own turn", () => {
  const asked = asking(1, []);
  expect(hasAskedToCompact(items(asked.slice(0, 2)))).toBe(false);
  expect(hasAskedToCompact(items(asked.slice(0, 3)))).toBe(true);
  expect(hasAskedToCompact(items(asked))).toBe(false);
  expect(hasAskedToCompact(items([...asked, userMessage("Next.")]))).toBe(false);
});
