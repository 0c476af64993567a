import {
  assistantMessage,
  type CompactionState,
  createCompactor,
  type Message,
  textOf,
  userMessage,
} from "@cutpoint/core";
import { toolRuns } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../core/test/digest/conversation.ts";
import { createExtractiveSummarizer } from "../src/index.ts";
import { renewedValues } from "../src/sections/renewed.ts";

const says = (text: string): readonly Message[] => exchange(text, "Noted.");
const answers = (text: string): readonly Message[] => exchange("What is it now?", text);
const edits = (path: string, old_string: string, new_string: string): readonly Message[] =>
  exchange(`Set it in ${path}.`, "Set.", run("edit", { path, old_string, new_string }, "Edited."));
const runs = (command: string, output: string): readonly Message[] =>
  exchange(`Run ${command}.`, "Ran it.", run("bash", { command }, output));

/** What was said first, what replaces it, and both values. */
const CASES: readonly (readonly [readonly Message[], readonly Message[], string, string])[] = [
  [says("The staging port is 8081."), says("The staging port is now 9143."), "8081", "9143"],
  [
    says("Our budget is 4200 euros."),
    says("The budget has changed to 3750 euros."),
    "4200",
    "3750",
  ],
  [says("deadline: 14 May"), says("deadline: 21 June"), "14 May", "21 June"],
  [
    says("The contact is Maria Lindqvist."),
    says("Correction: the contact is Pavel Horak."),
    "Lindqvist",
    "Horak",
  ],
  [says("MAX_RETRIES=5"), says("MAX_RETRIES=12"), "MAX_RETRIES=5", "MAX_RETRIES=12"],
  [
    says("Call the flag enableFastPath."),
    says("Rename the flag enableFastPath to useQuickRoute."),
    "enableFastPath",
    "useQuickRoute",
  ],
  [says("Der Port ist 5050."), says("Der Port ist jetzt 6161."), "5050", "6161"],
  [says("Le port est 7001."), says("Le port est maintenant 7333."), "7001", "7333"],
  [says("Meeting room: B204."), says("The meeting room is C310 instead of B204."), "B204", "C310"],
  [answers("The build id is 77120."), answers("The build id is 77985."), "77120", "77985"],
  [
    edits("config.json", '"timeout": 30', '"timeout": 45'),
    edits("config.json", '"timeout": 45', '"timeout": 90'),
    '"timeout": 45',
    '"timeout": 90',
  ],
  [
    edits("src/limits.ts", "const limit = 10;", "const limit = 250;"),
    edits("src/limits.ts", "const limit = 250;", "const limit = 775;"),
    "limit = 250",
    "limit = 775",
  ],
  [
    edits("app.yaml", "replicas: 1", "replicas: 3"),
    edits("app.yaml", "replicas: 3", "replicas: 8"),
    "replicas: 3",
    "replicas: 8",
  ],
  [
    runs("npm test", "Tests: 41 passed, 3 failed"),
    runs("npm test", "Tests: 44 passed"),
    "41 passed",
    "44 passed",
  ],
  [runs("du -sh dist", "812K dist"), runs("du -sh dist", "655K dist"), "812K", "655K"],
  [
    runs("git rev-parse HEAD", "4be19af20c"),
    runs("git rev-parse HEAD", "d07c3351ee"),
    "4be19af20c",
    "d07c3351ee",
  ],
  [
    runs("wc -l src/main.ts", "1204 src/main.ts"),
    runs("wc -l src/main.ts", "987 src/main.ts"),
    "1204",
    "987",
  ],
];

/** Other work, so that what is between is compacted. */
function other(part: string, count: number): readonly Message[] {
  return Array.from({ length: count }, (_, place) =>
    exchange(
      `What does part ${part}${place} contain?`,
      `It exports the values of part ${part}${place}, which handler ${place * 17} uses.`,
      run(
        "read",
        { path: `src/${part}${place}.ts` },
        `export const value${part}${place} = load("${part}-${place * 37}");\n`.repeat(14),
      ),
    ),
  ).flat();
}

test.each([8_000, 16_000])(
  "after three compactions in %i tokens the new value is in the view, and the old one never alone",
  async (windowTokens) => {
    const missing: string[] = [];
    for (const [before, after, oldValue, newValue] of CASES) {
      const compactor = createCompactor({
        summarizer: createExtractiveSummarizer(),
        policy: { windowTokens, keepUserTokens: Math.floor(windowTokens / 100) },
      });
      const parts = [
        [
          userMessage("Help me."),
          assistantMessage("Gladly."),
          ...other("a", 6),
          ...before,
          ...other("b", 8),
        ],
        [...after, ...other("c", 14)],
        other("d", 16),
      ];
      let messages: readonly Message[] = [];
      let state: CompactionState | null = null;
      let text = "";
      for (const part of parts) {
        messages = [...messages, ...part];
        const fitted = await compactor.fit({ items: itemsOf(messages), state }, { force: true });
        ({ state } = fitted);
        text = fitted.view.messages.map(textOf).join("\n");
      }
      if (!text.includes(newValue))
        missing.push(text.includes(oldValue) ? `${oldValue} alone` : "");
    }
    expect(missing.filter((each) => each !== "")).toEqual([]);
    expect(missing.length).toBeLessThanOrEqual(0.05 * CASES.length);
  },
);

test("a value is renewed once, with the one that it replaces", () => {
  const items = itemsOf(
    edits("a.yaml", "size: 1", "size: 2"),
    edits("a.yaml", "size: 2", "size: 3"),
    runs("make", "9 parts"),
    runs("make", "9 parts"),
    edits("b.yaml", "x: 1", "x: 2"),
  );
  expect(renewedValues(toolRuns(items), "")).toEqual(["a.yaml: size: 3 (was size: 2)"]);
  expect(renewedValues(toolRuns(items), "the line x: 1")).toContain("b.yaml: x: 2 (was x: 1)");
});
