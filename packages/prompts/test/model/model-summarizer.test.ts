import {
  assistantMessage,
  createEstimator,
  CutpointError,
  type SummaryRequest,
  textOf,
  toolMessage,
  userMessage,
  viewOf,
} from "@cutpoint/core";
import { joinTurnContext, TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";
import { describe, expect, test } from "vitest";
import type { AlignedRequest, Completion } from "../../src/model/completion.ts";
import {
  createModelSummarizer,
  type ModelSummarizerOptions,
} from "../../src/model/model-summarizer.ts";
import { classicSections, sectionsText } from "../../src/prompt/sections.ts";
import {
  answering,
  failureOf,
  finished,
  instantly,
  itemsOf,
  never,
  requestFor,
  summaryWith,
  turns,
} from "../support/conversation.ts";

function summarized(
  options: Partial<ModelSummarizerOptions> & Pick<ModelSummarizerOptions, "complete">,
  request: Partial<SummaryRequest> = {},
  signal: AbortSignal = never,
): ReturnType<ReturnType<typeof createModelSummarizer>["summarize"]> {
  const summarizer = createModelSummarizer({ name: "a-model", sleep: instantly(), ...options });
  return summarizer.summarize(requestFor(request), signal);
}

const TURN_PART = `${TURN_CONTEXT_HEADING}\n\n## Original Request\nx\n\n## Early Progress\n- y\n\n## Context for Suffix\n- z`;

describe("one call", () => {
  test("returns text, method, prompt version and token usage", async () => {
    const complete = answering(`\n${summaryWith()}\n`);
    expect(await summarized({ complete })).toEqual({
      text: summaryWith(),
      method: "a-model",
      calls: 1,
      attempts: [{ by: "a-model", fault: null, usage: { inputTokens: 100, outputTokens: 10 } }],
      promptVersion: "first-summary/4",
    });
    expect(complete.asked).toHaveLength(1);
    expect(complete.asked[0]?.prompt).toContain("[User]: Question 1:");
  });

  test("the answer's limit is the least of the request's limit, 16,384 and the model's limit", async () => {
    const limitFor = async (
      maxTokens: number,
      options: Partial<ModelSummarizerOptions> = {},
    ): Promise<number | undefined> => {
      const complete = answering(summaryWith());
      await summarized({ complete, ...options }, { maxTokens });
      return complete.asked[0]?.maxTokens;
    };
    expect(await limitFor(1_000)).toBe(1_000);
    expect(await limitFor(90_000)).toBe(16_384);
    expect(await limitFor(90_000, { maxOutputTokens: 60_000 })).toBe(16_384);
    expect(await limitFor(90_000, { maxOutputTokens: 4_096 })).toBe(4_096);
    expect(await limitFor(1_000, { reasoningTokens: 500 })).toBe(1_500);
  });

  test("a previous summary, lines and focus reach the prompt", async () => {
    const complete = answering(summaryWith());
    const { promptVersion } = await summarized(
      { complete },
      {
        previousSummary: "## Goal\n- the old goal",
        contextLines: ["branch: main"],
        instructions: "Mind the ports.",
      },
    );
    expect(promptVersion).toBe("update-summary/4");
    expect(complete.asked[0]?.prompt).toContain("<previous-summary>\n## Goal\n- the old goal");
    expect(complete.asked[0]?.prompt).toContain("- branch: main");
    expect(complete.asked[0]?.prompt).toContain("Additional focus: Mind the ports.");
  });

  test("an abandoned branch has its own prompt, or the caller's", async () => {
    const complete = answering(summaryWith("x", classicSections));
    const { promptVersion } = await summarized({ complete }, { about: "branch" });
    const [{ prompt, system } = { prompt: "", system: "" }] = complete.asked;
    expect(promptVersion).toBe("branch-summary/2");
    expect(prompt).toMatch(/^<conversation>\n\[User\]: Question 1:/u);
    expect(prompt).toContain("a branch that the user has left");
    expect(prompt).toContain(sectionsText(classicSections));
    expect(system).toContain("You write summaries of conversations");
    const own = answering("In a haiku.");
    await summarized({ complete: own }, { about: "branch", prompt: "A haiku." });
    expect(own.asked[0]?.prompt).toContain("A haiku.");
    expect(own.asked[0]?.prompt).not.toContain("a branch that the user has left");
  });

  test("a branch longer than the model's window is summarized in parts", async () => {
    const complete = answering(
      ...Array.from({ length: 8 }, () => summaryWith("x", classicSections)),
    );
    const windowTokens = 2_000;
    await summarized(
      { complete, windowTokens },
      { about: "branch", items: turns(8, 200), maxTokens: 400 },
    );
    expect(complete.asked.length).toBeGreaterThan(1);
    expect(complete.asked[0]?.prompt).not.toContain("<previous-summary>");
    for (const { prompt } of complete.asked.slice(1)) {
      expect(prompt).toContain("<previous-summary>\n## Goal");
      expect(prompt).toContain("a branch that the user has left");
      expect(prompt).toContain("Write one summary of both");
    }
  });

  test("a custom prompt requires no headings", async () => {
    const complete = answering("An old pond: the tests are green.");
    const { promptVersion, text } = await summarized({ complete }, { prompt: "A haiku." });
    expect(text).toBe("An old pond: the tests are green.");
    expect(promptVersion).toBe("first-summary/4+prompt");
  });

  test("custom sections are requested and required", async () => {
    const complete = answering(summaryWith("x", classicSections));
    await summarized({ complete, sections: classicSections });
    expect(complete.asked[0]?.prompt).toContain(sectionsText(classicSections));
    expect(complete.asked).toHaveLength(1);
  });

  test("writes a short text if requested, and ignores its failure", async () => {
    const complete = answering(summaryWith(), "Two files were read.");
    const { calls, shortText } = await summarized(
      { complete },
      { shortText: true, kept: turns(1, 20, 9) },
    );
    expect({ calls, shortText }).toEqual({ calls: 2, shortText: "Two files were read." });
    expect(complete.asked[1]).toMatchObject({ maxTokens: 200 });
    expect(complete.asked[1]?.prompt).toContain("[User]: Question 9");
    const failing = await summarized(
      { complete: answering(summaryWith(), "") },
      { shortText: true },
    );
    expect(failing).not.toHaveProperty("shortText");
    expect(failing.attempts?.map(({ fault }) => fault)).toEqual([null, "empty"]);
  });
});

describe("answers that are not summaries", () => {
  const items = itemsOf(
    userMessage("Please read the log."),
    assistantMessage(
      `The log says: ${"one two three four five six seven eight nine ten ".repeat(40)}`,
    ),
  );
  const echo = items
    .map(({ message }) => message.parts.map((part) => ("text" in part ? part.text : "")).join(""))
    .join("\n");
  const bad: readonly (readonly [fault: string, answer: Completion])[] = [
    ["empty", finished("")],
    ["empty", finished(" \n\t")],
    ["empty", finished(sectionsText(classicSections).replaceAll(/^(?!#).*$/gmu, "- (none)"))],
    ["reasoning-only", { ...finished(""), hasReasoning: true }],
    ["reasoning-only", finished("<think>The user wants a summary.</think>")],
    ["cut-off", { ...finished(summaryWith()), stopReason: "length" }],
    ["cut-off", { ...finished(summaryWith()), stopReason: "max_tokens" }],
    ["unfinished", { ...finished(summaryWith()), stopReason: "broken-off" }],
    ["filtered", { ...finished(summaryWith()), stopReason: "content_filter" }],
    ["filtered", finished("I'm sorry, but I cannot help with that.")],
    ["tool-call", { ...finished(""), callsTool: true }],
    ["tool-call", { ...finished(summaryWith()), stopReason: "tool_use" }],
    ["protocol", finished(`<think>So the user wants\n\n${summaryWith()}`)],
    ["protocol", finished(`${summaryWith()}\n<tool_call>{"name":"read"}</tool_call>`)],
    ["echo", finished(echo)],
    ["echo", finished(`${summaryWith()}\n[User]: Hello\n[Assistant]: Hi`)],
    ["empty-conversation", finished("The user asked to summarize an empty conversation.")],
    ["empty-conversation", finished("There is nothing to summarize.")],
  ];

  test.each(bad)("%s is a typed failure and not text", async (fault, answer) => {
    const complete = answering(answer);
    const error = await failureOf(summarized({ complete }, { items }));
    expect(error).toBeInstanceOf(CutpointError);
    expect(error).toMatchObject({ code: "summary-failed", failure: { fault } });
    expect(complete.asked).toHaveLength(1);
    expect((error as CutpointError).failure?.attempts).toEqual([
      { by: "a-model", fault, usage: { inputTokens: 100, outputTokens: 10 } },
    ]);
  });

  test("removes closed reasoning, a fence and a wrapping tag", async () => {
    const wrapped = `<think>Hm.</think>\n\`\`\`markdown\n<summary>\n${summaryWith()}\n</summary>\n\`\`\``;
    expect((await summarized({ complete: answering(wrapped) })).text).toBe(summaryWith());
  });

  test("missing headings are corrected once, then the text is accepted as it is", async () => {
    const lacking = summaryWith().replace("## Facts", "facts");
    const complete = answering(lacking, summaryWith());
    const { attempts, text } = await summarized({ complete });
    expect(text).toBe(summaryWith());
    expect(attempts?.map(({ fault }) => fault)).toEqual(["missing-headings", null]);
    expect(complete.asked[1]?.prompt).toContain('Your last answer does not contain "## Facts".');
    const stubborn = answering("They talked about lamps.");
    const prose = await summarized({ complete: stubborn });
    expect(prose.text).toBe("They talked about lamps.");
    expect(prose.attempts?.map(({ fault }) => fault)).toEqual(["missing-headings", null]);
    expect(stubborn.asked).toHaveLength(2);
  });

  test("a summary over its limit is requested again and not cut", async () => {
    const long = summaryWith("many words ".repeat(60));
    const complete = answering(long, summaryWith());
    const { text } = await summarized({ complete }, { maxTokens: 400 });
    expect(text).toBe(summaryWith());
    expect(complete.asked[1]?.prompt).toMatch(/Your last answer was too long.*at \d+ %/u);
    expect(
      await failureOf(summarized({ complete: answering(long) }, { maxTokens: 400 })),
    ).toMatchObject({
      failure: { fault: "too-large" },
    });
  });
});

describe("calls", () => {
  const overloaded = Object.assign(new Error("Overloaded"), { status: 529 });
  const refused = Object.assign(new Error("no such model"), { status: 404 });

  test("retries transient failures with growing delays", async () => {
    const sleep = instantly();
    const complete = answering(overloaded, overloaded, summaryWith());
    const { attempts, calls } = await summarized({ complete, sleep });
    expect(calls).toBe(3);
    expect(attempts?.map(({ fault }) => fault)).toEqual(["unavailable", "unavailable", null]);
    expect(sleep.waits).toEqual([500, 1_000]);
  });

  test("uses the retry-after of the provider", async () => {
    const limited = Object.assign(new Error("Rate limit reached, try again"), {
      status: 429,
      headers: new Headers({ "retry-after": "7" }),
    });
    const sleep = instantly();
    await summarized({ complete: answering(limited, summaryWith()), sleep });
    expect(sleep.waits).toEqual([7_000]);
  });

  test("retries stay within the limit of calls", async () => {
    const complete = answering(overloaded);
    expect(await failureOf(summarized({ complete }))).toMatchObject({
      code: "summary-failed",
      failure: { fault: "unavailable" },
      cause: overloaded,
    });
    expect(complete.asked).toHaveLength(3);
    const capped = answering(overloaded);
    expect(
      await failureOf(summarized({ complete: capped, retries: 9 }, { maxCalls: 2 })),
    ).toMatchObject({
      failure: { fault: "too-many-calls", attempts: [{}, {}] },
    });
    expect(capped.asked).toHaveLength(2);
  });

  test("redacts a key in a provider's error message", async () => {
    const key = `sk-proj-${"a1B2c3D4".repeat(4)}`;
    const complaint = Object.assign(new Error(`Incorrect API key provided: ${key}`), {
      status: 401,
    });
    const error = await failureOf(summarized({ complete: answering(complaint) }));
    expect(error).toMatchObject({
      message: "the call to a-model failed: Incorrect API key provided: [redacted]",
    });
  });

  test("does not retry permanent failures", async () => {
    const complete = answering(refused);
    expect(await failureOf(summarized({ complete }))).toMatchObject({
      failure: { fault: "unavailable" },
      cause: refused,
    });
    expect(complete.asked).toHaveLength(1);
  });

  test("a call that times out ends with an aborted signal", async () => {
    const signals: AbortSignal[] = [];
    const run = summarized({
      complete: (_prompt, { signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
      timeoutMs: 5,
    });
    expect(await failureOf(run)).toMatchObject({
      failure: { fault: "timeout", attempts: [{ fault: "timeout" }] },
    });
    expect(signals[0]?.aborted).toBe(true);
  });

  test("an abort ends the call even if it ignores its signal", async () => {
    const stop = new AbortController();
    const seen: boolean[] = [];
    const run = summarized(
      {
        complete: (_prompt, { signal }) => {
          signal.addEventListener("abort", () => seen.push(true));
          queueMicrotask(() => stop.abort());
          return new Promise(() => undefined);
        },
      },
      {},
      stop.signal,
    );
    expect(await failureOf(run)).toMatchObject({ code: "aborted" });
    expect(seen).toEqual([true]);
    const complete = answering(summaryWith());
    expect(await failureOf(summarized({ complete }, {}, AbortSignal.abort()))).toMatchObject({
      code: "aborted",
    });
    expect(complete.asked).toHaveLength(0);
  });

  test("rejects options that are not numbers of tokens", () => {
    const complete = answering("x");
    for (const options of [
      { windowTokens: 0 },
      { maxOutputTokens: Number.NaN },
      { reasoningTokens: -1 },
    ])
      expect(() => createModelSummarizer({ complete, ...options })).toThrow(
        /expected a (positive number of tokens|number of at least 0)/,
      );
  });
});

describe("a split turn", () => {
  const turnPrefix = turns(1, 40, 5).slice(0, 3);

  test("summarizes history and turn in one call", async () => {
    const complete = answering(`${summaryWith()}\n---\n${TURN_PART}`);
    const { calls, text } = await summarized({ complete }, { turnPrefix });
    expect(calls).toBe(1);
    expect(text).toBe(`${summaryWith()}\n\n---\n\n${TURN_PART}`);
    expect(complete.asked[0]?.prompt).toContain("<turn-prefix>\n[User]: Question 5");
  });

  test("adds the heading to an answer that has only the sections of the turn", async () => {
    const complete = answering(
      `${summaryWith()}\n\n---\n\n${TURN_PART.slice(TURN_CONTEXT_HEADING.length).trim()}`,
    );
    const { calls, text } = await summarized({ complete }, { turnPrefix });
    expect(calls).toBe(1);
    expect(text).toBe(`${summaryWith()}\n\n---\n\n${TURN_PART}`);
  });

  test("quotes the request of the turn if the answer leaves the turn out", async () => {
    const complete = answering(summaryWith());
    const { calls, text } = await summarized({ complete }, { turnPrefix });
    expect(calls).toBe(1);
    const [first] = turnPrefix;
    expect(text).toBe(
      `${summaryWith()}\n\n---\n\n${TURN_CONTEXT_HEADING}\n\n## Original Request\n${first === undefined ? "" : textOf(first.message)}`,
    );
  });

  test("quotes no more of the request than fits", async () => {
    const complete = answering(summaryWith());
    const long = [{ id: "long", message: userMessage("Look at the door. ".repeat(400)) }];
    for (const maxTokens of [200, 300, 500]) {
      const { text } = await summarized({ complete }, { turnPrefix: long, maxTokens });
      expect(createEstimator().estimateText(text)).toBeLessThanOrEqual(maxTokens);
    }
  });

  test("makes two calls if they do not fit together", async () => {
    const complete = answering(summaryWith(), TURN_PART.slice(TURN_CONTEXT_HEADING.length).trim());
    const request = { items: turns(8, 250), turnPrefix: turns(5, 250, 9) };
    const { calls, text } = await summarized({ complete, windowTokens: 8_000 }, request);
    expect(calls).toBe(2);
    expect(text).toBe(`${summaryWith()}\n\n---\n\n${TURN_PART}`);
  });

  test("keeps the previous summary unchanged without new history", async () => {
    const complete = answering(TURN_PART.slice(TURN_CONTEXT_HEADING.length).trim());
    const { text } = await summarized(
      { complete },
      { items: [], turnPrefix, previousSummary: "## Goal\n- kept unchanged" },
    );
    expect(text).toBe(`## Goal\n- kept unchanged\n\n---\n\n${TURN_PART}`);
    expect(complete.asked[0]?.prompt).not.toContain("kept unchanged");
  });

  test("merges a longer turn with its earlier summary", async () => {
    const complete = answering(TURN_PART.slice(TURN_CONTEXT_HEADING.length).trim());
    const previousSummary = joinTurnContext("## Goal\n- a", "## Original Request\nthe whole of it");
    const { text } = await summarized({ complete }, { items: [], turnPrefix, previousSummary });
    expect(text).toBe(`## Goal\n- a\n\n---\n\n${TURN_PART}`);
    expect(complete.asked[0]?.prompt).toContain(
      "<previous-summary>\n## Original Request\nthe whole of it",
    );
  });

  test("makes no call without new messages", async () => {
    const complete = answering("x");
    const nothing = { items: [], previousSummary: "## Goal\n- same" };
    expect(await summarized({ complete }, nothing)).toMatchObject({
      text: "## Goal\n- same",
      calls: 0,
    });
    expect(complete.asked).toHaveLength(0);
    expect(await failureOf(summarized({ complete }, { items: [] }))).toMatchObject({
      failure: { fault: "empty" },
    });
  });
});

describe("facts and claims", () => {
  test("restores facts that an update lost and replaces changed ones", async () => {
    const previousSummary = summaryWith().replace(
      /## Facts\n.*/u,
      "## Facts\n- port: 5432\n- branch: main\n- token id: tok-77",
    );
    const answer = summaryWith().replace(/## Facts\n.*/u, "## Facts\n- branch: release/2");
    const { text } = await summarized({ complete: answering(answer) }, { previousSummary });
    expect(text).toContain("## Facts\n- port: 5432\n- token id: tok-77\n- branch: release/2");
    expect(text).not.toContain("branch: main");
  });

  test("labels completed work that names unknown paths", async () => {
    const items = itemsOf(
      userMessage("Fix it."),
      assistantMessage("", [{ callId: "c", name: "edit", arguments: '{"path":"src/real.ts"}' }]),
      toolMessage({ callId: "c", name: "edit" }, "ok"),
    );
    const answer = summaryWith().replace(
      "### Done\n",
      "### Done\n- [x] Fixed `src/real.ts`\n- [x] Wrote src/invented.ts\n",
    );
    const { text } = await summarized({ complete: answering(answer) }, { items });
    expect(text).toContain("- [x] Fixed `src/real.ts`\n- [x] Wrote src/invented.ts (unconfirmed)");
  });
});

describe("an aligned request", () => {
  const live = (items = turns(3)): SummaryRequest["live"] => ({
    view: viewOf({ items, state: null }),
    system: "You are careful.",
    tools: [{ name: "read" }],
    model: "m",
  });

  test("contains the live conversation before the kept items, the same tools and one message", async () => {
    const items = turns(3);
    const asked: AlignedRequest[] = [];
    const complete = answering("never asked");
    const { promptVersion, text } = await summarized(
      {
        complete,
        completeAligned: (request) => {
          asked.push(request);
          return Promise.resolve(finished(summaryWith()));
        },
      },
      { items: items.slice(0, 8), kept: items.slice(8), live: live() },
    );
    expect(text).toBe(summaryWith());
    expect(promptVersion).toBe("aligned-summary/3");
    expect(complete.asked).toHaveLength(0);
    expect(asked[0]).toMatchObject({ system: "You are careful.", tools: [{ name: "read" }] });
    expect(asked[0]?.messages).toEqual(items.slice(0, 8).map(({ message }) => message));
    expect(asked[0]?.prompt).toContain("Call no tools");
  });

  test("is not sent if the live conversation has secrets", async () => {
    let aligned = 0;
    const completeAligned = async (): Promise<never> => {
      aligned += 1;
      throw new Error("not expected");
    };
    const complete = answering(summaryWith());
    const without = live();
    await summarized({ complete, completeAligned }, { live: without });
    expect(aligned).toBe(1);
    const { text } = await summarized(
      { complete, completeAligned },
      { live: without && { ...without, hasSecrets: true } },
    );
    expect(text).toBe(summaryWith());
    expect(aligned).toBe(1);
  });

  test("falls back to text if it does not fit or is answered by a tool call", async () => {
    let aligned = 0;
    const options: Partial<ModelSummarizerOptions> = {
      completeAligned: () => {
        aligned += 1;
        return Promise.resolve({ ...finished(""), callsTool: true });
      },
    };
    const complete = answering(summaryWith());
    const { attempts } = await summarized({ complete, ...options }, { live: live() });
    expect(attempts?.map(({ fault }) => fault)).toEqual(["tool-call", null]);
    await summarized({ complete, ...options, windowTokens: 4_500 }, { live: live(turns(30)) });
    expect(aligned).toBe(1);
  });
});
