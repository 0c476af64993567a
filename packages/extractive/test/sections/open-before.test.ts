import { assistantMessage, type Item, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { parseSections } from "../../src/sections/sections.ts";
import { finishedLine, openEntriesIn } from "../../src/sections/open-before.ts";
import { summaryText } from "../support/summary-text.ts";

const PORT = "Port src/orders.ts to the new interface.";
const EARLIER = `## In Progress
- [ ] ${PORT} → 2 tests of src/orders.ts still fail.

## Next Steps
1. Write the changelog of the spring release.`;

/** Finishes the port, and then talks about so much else that no list has room for all of it. */
const items: readonly Item[] = [
  userMessage("Now finish src/orders.ts, the port to the new interface."),
  assistantMessage("The port of src/orders.ts is done. All 9 tests pass."),
  ...Array.from({ length: 40 }, (_, number) => [
    userMessage(`What does worker ${number} of the scheduler do with queue_${number}?`),
    assistantMessage(
      `worker_${number} empties queue_${number} each ${number + 7} seconds. `.repeat(4),
    ),
  ]).flat(),
].map((message, index) => ({ id: `${index}`, message }));

test("a summary says which work of an earlier one was finished since", async () => {
  const text = await summaryText({
    items,
    earlierSummaries: [EARLIER],
    isChat: false,
    maxTokens: 1_200,
  });
  const { done, inProgress, nextSteps } = parseSections(text);
  expect(done).toContain(finishedLine(PORT));
  expect([...done, ...inProgress, ...nextSteps].join("\n")).not.toContain("changelog");
});

test("and says it once", async () => {
  const said = `## Done\n- [x] ${finishedLine(PORT)}`;
  const text = await summaryText({
    items,
    earlierSummaries: [EARLIER, said],
    isChat: false,
    maxTokens: 1_200,
  });
  expect(parseSections(text).done).not.toContain(finishedLine(PORT));
});

test.each([
  ["an answered request", `- [x] ${PORT} → Done, all tests pass.`],
  ["work that was finished later", `- [x] ${finishedLine(PORT)}`],
])("%s is no longer open", (_name, line) => {
  expect(openEntriesIn([EARLIER])).toHaveLength(2);
  expect(openEntriesIn([EARLIER, `## Done\n${line}`])).toEqual([
    "Write the changelog of the spring release.",
  ]);
  expect(openEntriesIn([EARLIER, `## Done\n${line}`, EARLIER])).toHaveLength(2);
});
