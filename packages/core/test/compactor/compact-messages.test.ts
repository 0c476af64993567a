import { describe, expect, test } from "vitest";
import { compactMessages } from "../../src/compactor/compact-messages.ts";
import { isCutpointError } from "../../src/message/error.ts";
import {
  assistantMessage,
  type Message,
  systemMessage,
  textOf,
  userMessage,
} from "../../src/message/message.ts";
import type { Summarizer } from "../../src/summary/summarizer.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { createEstimator, type TokenEstimator } from "../../src/tokens/estimator.ts";
import {
  answer,
  call,
  user,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { failing, quoting, scripted } from "./scripted.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });
const summarizer = quoting();

const conversation: readonly Message[] = [
  systemMessage("You are careful."),
  ...Array.from({ length: 40 }, (_, turn) => [
    userMessage(`What does file ${turn} hold?`),
    call(`c${turn}`, "read", `{"path":"src/file-${turn}.ts"}`),
    result(`c${turn}`, 100),
    answer(20),
  ]).flat(),
];

function tokensOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
}

describe("compactMessages", () => {
  test("leaves a margin for estimates, and none for an estimator that was given", async () => {
    const estimated = createEstimator();
    const sizeOf = (messages: readonly Message[]): number =>
      messages.reduce((sum, one) => sum + estimated.estimate(one), 0);
    const chinese = [userMessage("请读取所有文件。".repeat(80)), ...conversation.slice(1)];
    const freeOf = async (messages: readonly Message[], share: number): Promise<boolean> => {
      const fitting = Math.ceil(sizeOf(messages) / share);
      const whole = await compactMessages(messages, { budgetTokens: fitting, summarizer });
      const { receipt } = await compactMessages(messages, {
        budgetTokens: fitting - 5,
        summarizer,
      });
      return whole.receipt === null && receipt !== null;
    };
    const large = Array.from({ length: 4 }, () => conversation.slice(1)).flat();
    expect(await freeOf(conversation, 0.96)).toBe(true);
    expect(await freeOf(large, 0.97)).toBe(true);
    expect(await freeOf(chinese, 0.93)).toBe(true);
    const budgetTokens = sizeOf(conversation) + 1;
    const given = { budgetTokens, estimator: estimated, summarizer };
    expect((await compactMessages(conversation, given)).receipt).toBeNull();
  });

  test.each([700, 1000, 2000, 4000])("stays within a budget of %i tokens", async (budgetTokens) => {
    const { messages, receipt } = await compactMessages(conversation, {
      budgetTokens,
      estimator,
      summarizer,
    });
    expect(tokensOf(messages)).toBeLessThanOrEqual(budgetTokens);
    expect(receipt?.tokensAfter).toBe(tokensOf(messages));
    expect(messages[0]).toEqual(systemMessage("You are careful."));
    expect(messages.at(-1)).toBe(conversation.at(-1));
  });

  describe("a large budget that the summary does not fill", () => {
    const budgetTokens = 3600; // of 4,700 tokens
    const size = async (summarizer: Summarizer): Promise<number> => {
      const options = { budgetTokens, estimator, summarizer };
      const { messages, receipt } = await compactMessages(conversation, options);
      expect(receipt?.tokensAfter).toBe(tokensOf(messages));
      return tokensOf(messages);
    };
    const brief = scripted("Files were read.");

    const offline: Summarizer = {
      ...brief,
      offline: true,
      summarize: async () => ({ text: "Files were read.", method: "brief", calls: 0 }),
    };

    test("is filled with messages if the summary is offline", async () => {
      const tokens = await size(offline);
      expect(tokens).toBeGreaterThan(0.93 * budgetTokens);
      expect(tokens).toBeLessThanOrEqual(budgetTokens);
    });

    test("is filled with an older message that is larger than the room", async () => {
      const messages = Array.from({ length: 12 }, (_, turn) => [
        call(`c${turn}`),
        result(`c${turn}`, 700),
      ]).flat();
      const limited: Summarizer = {
        ...offline,
        summarize: async ({ maxTokens }) => {
          const text = "a b ".repeat(Math.min(1_600, maxTokens - 2));
          return { text, method: "limited", calls: 0 };
        },
      };
      const options = { budgetTokens: 2_800, estimator, summarizer: limited };
      const { messages: sent } = await compactMessages(messages, options);
      expect(tokensOf(sent)).toBeGreaterThan(0.99 * 2_800);
    });

    test("is filled without another estimate of each message", async () => {
      const estimated: Message[] = [];
      const counting: TokenEstimator = {
        ...estimator,
        estimate(message) {
          if (conversation.includes(message) && message.role !== "system") estimated.push(message);
          return estimator.estimate(message);
        },
      };
      await compactMessages(conversation, {
        budgetTokens,
        estimator: counting,
        summarizer: offline,
      });
      expect(estimated).toHaveLength(conversation.length - 1);
    });

    test("stays so if a model wrote the summary, which is asked only once", async () => {
      expect(await size(brief)).toBeLessThan(0.5 * budgetTokens);
      expect(brief.requests).toHaveLength(1);
    });
  });

  test("a result that no view shows is not hidden in the place of one that takes room", async () => {
    const failed = { ...call("c0"), finishReason: "error" } as Message;
    const messages = [failed, result("c0", 400), user(1), answer(500), user(1), answer(1)];
    const { messages: sent } = await compactMessages(messages, {
      budgetTokens: 450,
      estimator,
      summarizer,
    });
    expect(tokensOf(sent)).toBeLessThanOrEqual(450);
  });

  test.each([0, 20_000])(
    "one huge newest result leaves a summary its room, beside %i characters of system text",
    async (characters) => {
      const system = systemMessage("s".repeat(characters));
      const messages = [system, ...conversation.slice(1), call("last"), result("last", 4000)];
      const room = 2000;
      const { messages: sent, receipt } = await compactMessages(messages, {
        budgetTokens: room + estimator.estimate(system),
        estimator,
        summarizer,
      });
      const newest = sent.slice(-2);
      expect(newest.map(({ role }) => role)).toEqual(["assistant", "tool"]);
      expect(tokensOf(newest)).toBeLessThanOrEqual(0.3 * room);
      expect(receipt?.summaryTokens).toBeGreaterThan(0.3 * room);
    },
  );

  test("in a long chat, the summary takes most of the budget and the last message is verbatim", async () => {
    const said = (turn: number): string =>
      `The neighbour${turn} planted tulips${turn} behind house${turn} on street${turn} in spring${turn}.`;
    const talk = Array.from({ length: 400 }, (_, turn) =>
      turn % 2 === 0 ? userMessage(said(turn)) : assistantMessage(said(turn)),
    );
    const budgetTokens = 2000;
    const { messages, receipt } = await compactMessages(talk, {
      budgetTokens,
      estimator,
      summarizer,
    });
    expect(tokensOf(messages)).toBeLessThanOrEqual(budgetTokens);
    expect(receipt?.summaryTokens).toBeGreaterThan(0.75 * budgetTokens);
    expect(messages.map(textOf).join("\n")).toContain(said(398));
    expect(messages.at(-1)).toBe(talk.at(-1));
  });

  test("with tools, the summary leaves room for the newest messages and user text", async () => {
    const asked = (turn: number): string =>
      Array.from({ length: 12 }, (_, word) => `look${turn}at${word}`).join(" ");
    const work = Array.from({ length: 160 }, (_, turn) => [
      userMessage(asked(turn)),
      call(`c${turn}`, "read", `{"path":"src/file-${turn}.ts"}`),
      result(`c${turn}`, 100),
      answer(20),
    ]).flat();
    const budgetTokens = 3000;
    const { receipt } = await compactMessages(work, { budgetTokens, estimator, summarizer });
    // 4 % for the newest messages and 25 % for user text, which whole messages do not fill.
    expect(receipt?.summaryTokens).toBeLessThan(0.72 * budgetTokens);
  });

  test.each([
    "There are no messages in the queue orders_2217.",
    "Sorry, provide the conversation id conv_881 first.",
  ])("a line of the conversation that reads like a refusal is summarized: %s", async (said) => {
    const messages = [userMessage("Ask"), assistantMessage(said), ...conversation.slice(-4)];
    const { messages: sent } = await compactMessages(messages, {
      budgetTokens: 130,
      estimator,
      summarizer,
    });
    expect(textOf(sent[0] ?? userMessage(""))).toContain(said);
  });

  test("returns messages that fit unchanged, whatever usage they report", async () => {
    const reported = {
      ...answer(1),
      usage: { inputTokens: 1_000_000, outputTokens: 1 },
    } as Message;
    const messages = [userMessage("hello"), reported];
    expect(await compactMessages(messages, { budgetTokens: 1000, estimator, summarizer })).toEqual({
      messages,
      receipt: null,
      warnings: [],
    });
  });

  test("needs no options but the budget and a summarizer", async () => {
    const { receipt } = await compactMessages(conversation, { budgetTokens: 1500, summarizer });
    expect(receipt?.method).toBe("quoting");
  });

  test("a budget below system text and the last user message throws budget-too-small", async () => {
    const messages = [systemMessage("s".repeat(4000)), userMessage("hello"), answer(500)];
    await expect(
      compactMessages(messages, { budgetTokens: 600, estimator, summarizer }),
    ).rejects.toSatisfy((error) => isCutpointError(error, "budget-too-small"));
  });

  test("a budget that suffices only without a margin suffices", async () => {
    const estimated = createEstimator();
    const view = async (budgetTokens: number) =>
      compactMessages(conversation, { budgetTokens, summarizer: scripted("Files were read.") });
    const refusal = await view(5).then(() => "", String);
    const needed = Number(/at least (\d+)/.exec(refusal)?.[1]);
    expect(needed).toBeGreaterThan(20);
    const { messages } = await view(needed);
    const tokens = messages.reduce((sum, one) => sum + estimated.estimate(one), 0);
    expect(tokens).toBeLessThanOrEqual(needed);
  });

  test.each([Number.NaN, 0, -1, Number.POSITIVE_INFINITY])(
    "a budget of %s is refused by name",
    async (budgetTokens) => {
      await expect(compactMessages(conversation, { budgetTokens, summarizer })).rejects.toThrow(
        /^budgetTokens is .*: expected a positive number of tokens/,
      );
    },
  );

  test("messages of a provider and missing options are refused by name", async () => {
    const provider = [{ role: "user", content: "Hello" }] as unknown as Message[];
    await expect(compactMessages(provider, { budgetTokens: 1000, summarizer })).rejects.toThrow(
      "messages[0].parts is undefined: expected an array of parts, as userMessage() and adapters make it",
    );
    await expect(compactMessages([], undefined as never)).rejects.toThrow(
      "options is undefined: expected an object",
    );
  });

  test("user text of less than 0 tokens is refused by name", async () => {
    const options = { budgetTokens: 700, keepUserTokens: -1, summarizer };
    await expect(compactMessages(conversation, options)).rejects.toThrow(
      "keepUserTokens is -1: expected a number, 0 or more",
    );
  });

  test("a malformed message is rejected by name", async () => {
    const bad = [
      userMessage("good"),
      { role: "user", provenance: "user", parts: [{ type: "text" }] },
    ];
    await expect(
      compactMessages(bad as Message[], { budgetTokens: 1000, summarizer }),
    ).rejects.toThrow(/^messages\[1\]\.parts\[0\]\.text is undefined: expected a string/);
  });

  test("a summarizer that fails is an error, and so is a signal that is set", async () => {
    await expect(
      compactMessages(conversation, { budgetTokens: 1500, summarizer: failing() }),
    ).rejects.toSatisfy((error) => isCutpointError(error, "summary-failed"));
    await expect(
      compactMessages(conversation, {
        budgetTokens: 1500,
        summarizer,
        signal: AbortSignal.abort(),
      }),
    ).rejects.toSatisfy((error) => isCutpointError(error, "aborted"));
  });

  test("repairs are reported with the place of their message", async () => {
    const open = [...conversation, call("open", "read", "{}"), userMessage("Go on.")];
    const { messages, warnings } = await compactMessages(open, { budgetTokens: 1500, summarizer });
    expect(warnings).toEqual([
      { type: "missing-result", id: `message-${conversation.length + 1}` },
    ]);
    expect(messages.at(-2)?.role).toBe("tool");
    const whole = await compactMessages(conversation, { budgetTokens: 1500, summarizer });
    expect(whole.warnings).toEqual([]);
  });

  test.each([
    ["a time limit with another name", { timeoutMs: 5 }, "summaries.timeoutMs is 5"],
    ["a wait that is not a function", { sleep: 5 }, "summaries.sleep is 5"],
  ])("%s is rejected", async (_, summaries: object, text) => {
    const options = { budgetTokens: 1500, summarizer, summaries };
    await expect(compactMessages(conversation, options)).rejects.toThrow(text);
  });

  test.each([Number.NaN, -5, Number.POSITIVE_INFINITY])(
    "an estimate of %d is rejected",
    async (tokens) => {
      const broken = { name: "broken", estimate: () => tokens, estimateText: () => tokens };
      const chat = conversation.slice(1);
      const options = { budgetTokens: 1500, summarizer, keepUserTokens: 100, estimator: broken };
      const compacting = compactMessages(chat, options);
      await expect(compacting).rejects.toThrow(`is ${tokens}: expected a number of tokens`);
      await expect(compacting).rejects.toSatisfy((error) =>
        isCutpointError(error, "invalid-input"),
      );
    },
  );
});

describe("a result that is compacted again", () => {
  const system = systemMessage("You are careful.");
  const rule = "Never push to the main branch.";

  test("keeps rules, user text, speakers and files", async () => {
    const budgetTokens = 1500;
    let messages: readonly Message[] = [
      system,
      { ...userMessage(`Port the parser to Rust. ${rule}`), name: "Ada" },
    ];
    for (let round = 0; round < 5; round += 1) {
      const next = Array.from({ length: 12 }, (_, turn) => [
        userMessage(`What does file ${round}-${turn} hold?`),
        call(`c${round}-${turn}`, "read", `{"path":"src/file-${round}-${turn}.ts"}`),
        result(`c${round}-${turn}`, 100),
        answer(20),
      ]).flat();
      ({ messages } = await compactMessages([...messages, ...next], {
        budgetTokens,
        estimator,
        summarizer,
      }));
      expect(tokensOf(messages)).toBeLessThanOrEqual(budgetTokens);
    }
    const [first, prefix] = messages.map(textOf);
    expect(first).toBe("You are careful.");
    expect(prefix).toContain(`<user-rules>\n- ${rule}\n</user-rules>`);
    expect(prefix).toMatch(/<user-messages name="Ada">\nPort the parser to Rust\./u);
    expect(prefix).toContain("<user-messages>\nWhat does file ");
    expect(prefix?.split(rule)).toHaveLength(3);
    expect(prefix).toContain("src/file-4-");
    expect(prefix).toContain("(13 older left out)"); // two that are compacted now, eleven listed before
  });
});
