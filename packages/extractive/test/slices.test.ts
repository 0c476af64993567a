import {
  assistantMessage,
  createCompactor,
  type History,
  isCutpointError,
  userMessage,
} from "@cutpoint/core";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../core/test/digest/conversation.ts";
import { toDoOf } from "../src/read/to-do.ts";
import { emptySections } from "../src/sections/sections.ts";
import { collectContent } from "../src/sections/summary-content.ts";
import { restatedValues } from "../src/sections/renewed.ts";
import { createExtractiveSummarizer } from "../src/index.ts";

const WORDS = "the build of this module reads every file once and writes a table".split(" ");

/** A conversation that takes some hundred ms to summarize. */
function longHistory(): History {
  const runs = Array.from({ length: 500 }, (_, at) => {
    const lines = Array.from({ length: 8 }, (_line, line) =>
      WORDS.map((word, place) => `${word}${(at * 31 + line * 7 + place) % 997}`).join(" "),
    );
    return run("read", { path: `src/module-${at % 97}/part${at}.ts` }, lines.join("\n"), {
      callId: `call-${at}`,
    });
  });
  return { items: itemsOf(...runs), state: null };
}

const policy = { windowTokens: 200_000, keep: { type: "tokens", tokens: 5_000 } as const };
const options = { force: true };

test("other tasks of the process run while a long history is compacted offline", async () => {
  const compactor = createCompactor({ summarizer: createExtractiveSummarizer(), policy });
  const compacting = compactor.fit(longHistory(), options);
  let tasks = 0;
  const counting = setInterval(() => (tasks += 1), 0);
  const { outcome } = await compacting;
  clearInterval(counting);
  expect(outcome.type).toBe("compacted");
  expect(tasks).toBeGreaterThan(5);
});

test("a long summary stops if the signal is aborted in the middle of it", async () => {
  const controller = new AbortController();
  const summarizer = createExtractiveSummarizer();
  let failure: unknown;
  const compactor = createCompactor({
    policy,
    summarizer: {
      ...summarizer,
      async summarize(request, signal) {
        setTimeout(() => controller.abort(), 0);
        return summarizer.summarize(request, signal).catch((error: unknown) => {
          failure = error;
          throw error;
        });
      },
    },
  });
  const { outcome } = await compactor.fit(longHistory(), { ...options, signal: controller.signal });
  expect(outcome.type).toBe("cancelled");
  await expect.poll(() => isCutpointError(failure, "aborted")).toBe(true);
});

test("the steps of the sections grow with the messages, and nothing is searched for if no text is shown", () => {
  const stepsOf = (work: Generator): number => [...work].length;
  const turn = [userMessage("Fix the pump."), assistantMessage("The pump is fixed, 3 of 3 parts.")];
  const items = itemsOf(...Array.from({ length: 100 }, () => turn));
  const rest = { next: [], previous: emptySections(), openBefore: [], toDo: toDoOf([]) };
  const content = collectContent({ items, hiddenItems: items, ...rest });
  expect(stepsOf(content)).toBeGreaterThan(4 * 100);
  expect(stepsOf(restatedValues(items, ""))).toBe(0);
  expect(stepsOf(restatedValues(items, "- user: The queue has 3 jobs."))).toBe(items.length);
});
