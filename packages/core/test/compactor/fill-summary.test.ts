import { describe, expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { summaryOf } from "../../src/message/state.ts";
import { runSummarizers } from "../../src/compactor/run-summarizers.ts";
import { joinDetails } from "../../src/summary/details.ts";
import type { Summarizer, SummaryRequest } from "../../src/summary/summarizer.ts";
import { itemsOf, user } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { summaryRequest } from "../../../../tooling/laws/src/generate/summary-request.ts";
import { engine, quoting, scripted } from "./scripted.ts";

const QUOTES = "## Quotes From the Conversation\n- a quoted line";

/** An offline summarizer that adds a line, or what a function returns. */
function filling(
  fill: (summary: string) => string = (summary) => joinDetails(summary, ["- a quoted line"]),
): Summarizer & { readonly filled: SummaryRequest[] } {
  const filled: SummaryRequest[] = [];
  return {
    ...quoting(),
    filled,
    async fill(summary, request) {
      filled.push(request);
      return { text: fill(summary), method: "filling", calls: 0, memory: filled.length };
    },
  };
}

const items = itemsOf(...Array.from({ length: 30 }, () => user(400)));

describe("a summary of a model", () => {
  test("is filled, and the next model receives it without the added lines", async () => {
    const model = scripted("what was said before");
    const filler = filling();
    const compactor = createCompactor(engine({ summarizer: [model, filler] }));
    const options = { windowTokens: 4_000, force: true };
    const first = await compactor.fit({ items: items.slice(0, 20), state: null }, options);
    expect(summaryOf(first.state)).toBe(`what was said before\n\n${QUOTES}`);
    expect(first.state?.memory).toBe(1);
    expect(first.outcome).toMatchObject({ type: "compacted", receipt: { method: "scripted" } });
    const anew = { ...options, instructions: "Be brief." };
    await compactor.fit({ items, state: first.state }, anew);
    expect(model.requests[1]?.previousSummary).toBe("what was said before");
    expect(filler.filled[1]?.previousSummary).toContain(QUOTES);
  });

  test.each([
    ["is too long", () => "long ".repeat(40_000), "too-large"],
    [
      "cannot be made",
      () => {
        throw new Error("broken");
      },
      "unavailable",
    ],
  ])("stays as it is if the filled one %s", async (_, fill, fault) => {
    const options = engine({ summarizer: [scripted(), filling(fill)] });
    const history = { items, state: null };
    const { state } = await createCompactor(options).fit(history, { windowTokens: 4_000 });
    expect(summaryOf(state)).toBe("what was said before");
    const failures = options.events.filter(({ type }) => type === "summary-failed");
    expect(failures).toMatchObject([{ by: "quoting", error: { failure: { fault } } }]);
  });

  test("is filled by the first summarizer that can without a call", async () => {
    const model = { ...filling(() => "filled with a call"), ...scripted(), offline: false };
    const summarizer = [model, quoting(), filling()];
    const { state } = await createCompactor(engine({ summarizer })).fit(
      { items, state: null },
      { windowTokens: 4_000 },
    );
    expect(summaryOf(state)).toBe(`what was said before\n\n${QUOTES}`);
  });

  test("is used without the added lines if it is not accepted with them", async () => {
    const accepted: string[] = [];
    const accept = ({ text }: { readonly text: string }): string => {
      accepted.push(text);
      if (text.includes("Quotes")) throw new Error("it saves too little");
      return text;
    };
    expect(await runSummarizers({ ...(await runOf(filling())), accept })).toBe(
      "what was said before",
    );
    expect(accepted).toEqual([`what was said before\n\n${QUOTES}`, "what was said before"]);
  });

  test("is judged once if nothing was added", async () => {
    const methods: string[] = [];
    const accept = ({ method }: { readonly method: string }): never => {
      methods.push(method);
      throw new Error("it saves too little");
    };
    const run = { ...(await runOf(filling((summary) => summary))), accept };
    await expect(runSummarizers(run)).rejects.toThrow("too little");
    expect(methods).toEqual(["scripted", "quoting"]);
  });

  test("is not filled if it takes the room, or is about a branch that was left", async () => {
    const filler = filling();
    const { plan, request, ...run } = { ...(await runOf(filler)), accept: textOfSummary };
    const small = { ...plan, offlineSummaryTokens: 80 };
    expect(await runSummarizers({ ...run, request, plan: small })).toBe("what was said before");
    expect(
      await runSummarizers({ ...run, plan: null, request: { ...request, maxTokens: 4_000 } }),
    ).toBe("what was said before");
    expect(filler.filled).toEqual([]);
    expect(await runSummarizers({ ...run, request, plan })).toBe(
      `what was said before\n\n${QUOTES}`,
    );
  });
});

const textOfSummary = ({ text }: { readonly text: string }): string => text;

/** A model with room for 80 tokens, and a summarizer that may add 200. */
async function runOf(filler: Summarizer) {
  const compactor = createCompactor(engine());
  const prepared = await compactor.prepare({ items, state: null }, { windowTokens: 4_000 });
  if (prepared.type !== "prepared") throw new Error(prepared.type);
  const { maxCalls: _limit, ...request } = summaryRequest({ items, maxTokens: 80 });
  return {
    summarizer: [scripted(), filler],
    plan: { ...prepared.plan, summaryTokens: 80, offlineSummaryTokens: 280 },
    request,
    redact: (text: string) => text,
    signal: new AbortController().signal,
    onFailure: () => undefined,
  };
}

test("the lines are added before the summary of a split turn", () => {
  const summary = "## Goal\n- ship\n\n---\n\n**Turn Context (split turn):**\n\n- at it";
  expect(joinDetails(summary, ["- a quoted line"])).toBe(
    `## Goal\n- ship\n\n${QUOTES}\n\n---\n\n**Turn Context (split turn):**\n\n- at it`,
  );
});
