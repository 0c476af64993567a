import {
  assistantMessage,
  createCharacterEstimator,
  type Item,
  type SummaryRequest,
  userMessage,
} from "@cutpoint/core";
import { expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../core/test/digest/conversation.ts";
import { summaryRequest } from "../../../tooling/laws/src/generate/summary-request.ts";
import { createExtractiveSummarizer } from "../src/summarize.ts";
import { parseSections } from "../src/sections/sections.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });

async function summaryOf(given: Partial<SummaryRequest>) {
  const request = summaryRequest({ estimator, isChat: false, ...given });
  return createExtractiveSummarizer().summarize(request, new AbortController().signal);
}

const tokensOf = (text: string): number => estimator.estimateText(text);

const reads = (count: number, from = 0): readonly Item[] =>
  itemsOf(
    Array.from({ length: count }, (_, index) =>
      run(
        "read",
        { path: `src/part${from + index}.ts` },
        Array.from(
          { length: 12 },
          (_each, line) => `const value_${from + index}x${line} = ${line};`,
        ).join("\n"),
        { callId: `read-${from + index}` },
      ),
    ).flat(),
  ).map((item) => ({ ...item, id: `${from}-${item.id}` }));

test("a summary takes at most half of what it replaces, or 300 tokens, and what the earlier one took", async () => {
  const items = reads(20);
  const characters = items.reduce(
    (sum, { message }) =>
      sum +
      message.parts.reduce(
        (length, part) =>
          length +
          (part.type === "text"
            ? part.text.length
            : part.type === "tool-call"
              ? part.arguments.length
              : 0),
        0,
      ),
    0,
  );
  const most = characters / 8;
  const whole = tokensOf((await summaryOf({ items, maxTokens: 20_000 })).text);
  expect(whole).toBeLessThanOrEqual(most);
  expect(whole).toBeGreaterThan(0.9 * most);
  const seen = items.filter((_item, place) => place % 2 === 0).map(({ id }) => id);
  const partly = tokensOf((await summaryOf({ items, verbatimIds: seen, maxTokens: 20_000 })).text);
  expect(partly).toBeLessThan(whole);
  const short = tokensOf((await summaryOf({ items: reads(2), maxTokens: 20_000 })).text);
  expect(short).toBeLessThanOrEqual(300);
  expect(short).toBeGreaterThan(120);
  const previousSummary = `## Critical Context\n${Array.from({ length: 60 }, (_, place) => `- src/old.ts: oldValue_${place} = ${place}`).join("\n")}`;
  const merged = tokensOf(
    (await summaryOf({ items: reads(2), previousSummary, maxTokens: 20_000 })).text,
  );
  expect(merged).toBeGreaterThan(300);
  expect(merged).toBeLessThanOrEqual(300 + tokensOf(previousSummary));
});

test("the short text joins the newest goal and the newest work, each of at most 120 characters", async () => {
  const shortTextOf = async (items: readonly Item[], maxTokens = 2_000) =>
    (await summaryOf({ items, shortText: true, maxTokens })).shortText;
  const done = exchange("Paint the pump.", "The pump is painted.");
  const open = [userMessage("Now mend the valve."), ...reads(1).map(({ message }) => message)];
  expect(await shortTextOf(itemsOf(done, open))).toBe(
    "Now mend the valve. — user: Now mend the valve.",
  );
  expect(await shortTextOf(itemsOf(done))).toBe(
    "Paint the pump. — Paint the pump. → The pump is painted.",
  );
  const long = itemsOf(exchange("mend the pump ".repeat(40), "It hums well. ".repeat(40)));
  expect((await shortTextOf(long))?.length).toBeLessThanOrEqual(243);
  expect((await summaryOf({ items: itemsOf(done) })).shortText).toBeUndefined();
});

test("a base directory opens the summary if its line takes at most 4 % of the tokens", async () => {
  const items = reads(6).map(
    (item) => JSON.parse(JSON.stringify(item).replaceAll("src/", "/home/ann/shop/src/")) as Item,
  );
  const line = "Paths are relative to /home/ann/shop/src.";
  const least = Math.ceil(tokensOf(line) / 0.04);
  const opens = async (maxTokens: number): Promise<boolean> =>
    (await summaryOf({ items, maxTokens })).text.startsWith(`${line}\n\n`);
  expect([await opens(least), await opens(least - 1)]).toEqual([true, false]);
});

test("sections need 1,024 tokens, and a note says so if nothing can be quoted", async () => {
  const items = itemsOf(
    exchange("Is the pump new?", "Yes, it is new."),
    reads(9).map(({ message }) => message),
  );
  const hasSections = async (maxTokens: number): Promise<boolean> =>
    (await summaryOf({ items, maxTokens })).text.includes("## ");
  expect([await hasSections(1_024), await hasSections(1_023)]).toEqual([true, false]);
  const dull = itemsOf(assistantMessage("--"), assistantMessage("…"));
  expect((await summaryOf({ items: dull })).text).toBe(
    "Earlier messages, which are too long or too short to summarize.",
  );
  await expect(summaryOf({ items: dull, maxTokens: 8 })).rejects.toMatchObject({
    code: "summary-failed",
  });
});

test("values that replace earlier ones are in the context, newest last, in a small share of it", async () => {
  const edit = (name: string, from: number) =>
    run(
      "edit",
      { path: `src/${name}.ts`, old_string: `limit = ${from}`, new_string: `limit = ${from + 1}` },
      "ok",
      {
        callId: `${name}${from}`,
      },
    );
  const items = itemsOf(
    ["a", "b"].flatMap((name) => [edit(name, 1), edit(name, 2)]).flat(),
    reads(9).map(({ message }) => message),
  );
  const { criticalContext } = parseSections((await summaryOf({ items, maxTokens: 1_100 })).text);
  expect(criticalContext.filter((line) => line.includes("(was "))).toEqual([
    "src/a.ts: limit = 3 (was limit = 2)",
    "src/b.ts: limit = 3 (was limit = 2)",
  ]);
});

test("lines of kept items that the view truncates come before the values", async () => {
  const edit = { path: "src/a.ts", old_string: "limit = 1", new_string: "limit = 2" };
  const items = itemsOf(
    exchange("Raise the limit.", "limit = 1 is too low."),
    run("edit", edit, "ok", { callId: "first" }),
    run("edit", { ...edit, old_string: "limit = 2", new_string: "limit = 3" }, "ok"),
  );
  const [call, result] = reads(1);
  if (call === undefined || result === undefined) throw new Error("a run has two items");
  const parts = [{ type: "text", text: "…" }] as const;
  const kept = [call, { ...result, message: { ...result.message, parts } } as Item];
  const { text } = await summaryOf({ items, kept, shortened: [result] });
  expect(text.indexOf("value_0x1")).toBeGreaterThan(0);
  expect(text.indexOf("value_0x1")).toBeLessThan(text.indexOf("(was limit = 2)"));
});

test("a filled summary keeps the model's text, names the base once, and has more lines in its room", async () => {
  const summarizer = createExtractiveSummarizer();
  const filled = async (summary: string, given: Partial<SummaryRequest>): Promise<string> => {
    const request = summaryRequest({ estimator, isChat: false, ...given });
    const result = await summarizer.fill?.(summary, request, new AbortController().signal);
    return result?.text ?? "";
  };
  const model = "## Goal\n- Mend the pump.";
  const items = reads(9);
  const text = await filled(model, { items, maxTokens: 400 });
  expect(text.startsWith(model)).toBe(true);
  expect(text).toContain("value_");
  expect(tokensOf(text)).toBeLessThanOrEqual(400);
  expect(await filled(model, { items, maxTokens: 6 })).toBe(model);
  expect(await filled(model, { items: [], maxTokens: 400 })).toBe(model);
  const based = items.map(
    (item) => JSON.parse(JSON.stringify(item).replaceAll("src/", "/home/ann/shop/src/")) as Item,
  );
  const line = "Paths are relative to /home/ann/shop/src.";
  const once = await filled(model, { items: based, maxTokens: 800 });
  expect(once.split(line)).toHaveLength(2);
  expect(
    (await filled(`${line}\n\n${model}`, { items: based, maxTokens: 800 })).split(line),
  ).toHaveLength(2);
});
