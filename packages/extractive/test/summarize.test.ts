import {
  assistantMessage,
  createCharacterEstimator,
  type Item,
  type Message,
  type SummaryRequest,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../core/test/digest/conversation.ts";
import { summaryRequest as request } from "../../../tooling/laws/src/generate/summary-request.ts";
import { summaryText } from "./support/summary-text.ts";
import { parseSections, type SummarySections } from "../src/sections/sections.ts";
import { createExtractiveSummarizer } from "../src/summarize.ts";

const estimator = createCharacterEstimator();

const filler = (lines: number, from = 0): string =>
  Array.from(
    { length: lines },
    (_, index) => `${index + from}: const value_${index + from} = compute(${index});`,
  ).join("\n");

async function sectionsOf(items: readonly Item[], maxTokens = 2_000): Promise<SummarySections> {
  return parseSections(await summaryText({ items, maxTokens }));
}

describe("sections", () => {
  test("goal: the first and the last request of the user", async () => {
    const { goal } = await sectionsOf(
      itemsOf(
        exchange("Port the parser to TypeScript.", "Started."),
        exchange("Which files are left?", "Two."),
        exchange("Now write the tests.", "Written."),
      ),
    );
    expect(goal).toEqual(["Port the parser to TypeScript.", "Now write the tests."]);
  });

  test("goal: neither the name of a choice nor a notice of the app", async () => {
    const { goal } = await sectionsOf(
      itemsOf(
        exchange("Port the parser to TypeScript.", "Which one? 1. all of it 2. the lexer"),
        exchange("2.", "Which name? A) fold B) view"),
        exchange("B)", "Started."),
        exchange("yes", "Going on."),
        exchange("[Request interrupted by user]", "Stopped."),
      ),
    );
    expect(goal).toEqual(["Port the parser to TypeScript."]);
  });

  test("goal: only requests that the view does not show verbatim", async () => {
    const items = itemsOf(
      exchange("Port the parser to TypeScript.", filler(9)),
      exchange("Now write the tests.", "Written."),
    );
    const goalOf = async (given: Partial<SummaryRequest>): Promise<readonly string[]> =>
      parseSections(await summaryText({ items, maxTokens: 2_000, ...given })).goal;
    expect(await goalOf({ verbatimIds: ["m1"] })).toEqual(["Now write the tests."]);
    const droppedUserText = items.slice(0, 1);
    expect(await goalOf({ items: items.slice(1), droppedUserText, verbatimIds: ["m3"] })).toEqual([
      "Port the parser to TypeScript.",
    ]);
    expect(await goalOf({ items: [], droppedUserText })).toEqual([
      "Port the parser to TypeScript.",
    ]);
  });

  test("done: no question, whose answer is in the context", async () => {
    const { criticalContext, done } = await sectionsOf(
      itemsOf(
        exchange(
          "Which licence has left-pad?",
          "The licence of left-pad is WTFPL.",
          run("read", { path: "LICENSE" }, filler(40)),
        ),
        exchange(
          "How long is core.ts?",
          "core.ts has 123 lines.",
          run("bash", { command: "wc -l core.ts" }, "123 core.ts"),
        ),
      ),
    );
    expect(done).toEqual([]);
    expect(criticalContext.join("\n")).toContain("The licence of left-pad is WTFPL.");
  });

  test("done: work whose answer reports a success, and no failures", async () => {
    const { done, inProgress } = await sectionsOf(
      itemsOf(
        exchange("Please port the service.", "The test fails."),
        exchange("Please fix the test.", "I added the import, but the build still fails."),
        exchange(
          "Continue, please.",
          "Fixed the path in src/build.ts. All 27 tests pass.",
          run("edit", { path: "src/build.ts" }, "Edited."),
        ),
        exchange(
          "Is the store ready?",
          "Yes, the store is finished already.",
          run("bash", { command: "gh pr view 12" }, "merged"),
        ),
        exchange("Clean up.", "The critical issue in src/x.ts should be fixed before the merge."),
      ),
    );
    expect(done).toEqual(["Continue, please. → Fixed the path in src/build.ts."]);
    expect(inProgress).toEqual([
      "Please port the service. → The test fails.",
      "Clean up. → The critical issue in src/x.ts should be fixed before the merge.",
    ]);
  });

  test("the lines that Codex adds to an output are not quoted", async () => {
    const lines = (output: string): string =>
      `Chunk ID: 3e5818\nWall time: 30.0018 seconds\nProcess exited with code 0\nOriginal token count: 3\nOutput:\n${output}`;
    const items = itemsOf(
      exchange(
        "Release it.",
        "All is well.",
        run("exec_command", { cmd: "git -C /srv log --oneline -3" }, lines("40e2e948 add a valve")),
        run("exec_command", { cmd: "gh pr view 12 --json state" }, lines("open")),
        run("exec_command", { cmd: "deploy --version" }, lines("deploy 2.1.0")),
        run("exec_command", { cmd: "git push origin main" }, lines("main -> main")),
        run("exec_command", { cmd: "git fetch origin" }, lines("")),
      ),
    );
    const text = await summaryText({ items, maxTokens: 2_000 });
    expect(text).not.toMatch(/Wall time|Chunk ID|token count|Output:/u);
  });

  test("in progress: a question without an answer, which is not repeated as next step", async () => {
    const { inProgress, nextSteps } = await sectionsOf(
      itemsOf(
        exchange("Read the code.", "I have read it."),
        userMessage("Rename the module to fold."),
        run("bash", { command: "git grep view" }, filler(30), {
          text: "Looking for all uses of it.",
        }),
      ),
    );
    expect(inProgress).toEqual(["user: Rename the module to fold."]);
    expect(nextSteps).toEqual([]);
  });

  test("done: no request that was interrupted before an answer", async () => {
    const { done, goal } = await sectionsOf(
      itemsOf(
        userMessage("Commit the parser."),
        userMessage("[Request interrupted by user]"),
        exchange(
          "Remove the lexer first.",
          "Removed the lexer.",
          run("bash", { command: "git rm lexer.ts" }, "exit code 0"),
        ),
      ),
    );
    expect(done.join()).toContain("Remove the lexer first. → Removed the lexer.");
    expect(done.join()).not.toContain("Commit the parser");
    expect(goal).toContain("Commit the parser.");
  });

  test("next steps: until they are done or withdrawn", async () => {
    const items = itemsOf(exchange("Port it.", filler(20)));
    const previousSummary = "## Next Steps\n1. Write the tests.";
    const nextOf = async (...messages: readonly Message[]): Promise<readonly string[]> => {
      const kept = itemsOf(messages).map((item) => ({ ...item, id: `kept-${item.id}` }));
      return parseSections(await summaryText({ items, kept, previousSummary, maxTokens: 2_000 }))
        .nextSteps;
    };
    expect(await nextOf()).toEqual(["Write the tests."]);
    expect(await nextOf(userMessage("What does port.ts export?"))).toHaveLength(1);
    expect(await nextOf(userMessage("They are written."))).toEqual([]);
    expect(await nextOf(userMessage("Skip the tests."))).toEqual([]);
  });

  test("critical context: lines with exact tokens and their file", async () => {
    const prose = Array.from({ length: 200 }, (_, line) => `// and so it goes on, line ${line}`);
    const source = [...prose, "retryLimit = 17; // see ticket OPS-4711", ...prose].join("\n");
    const { criticalContext } = await sectionsOf(
      itemsOf(
        exchange(
          "Where is the retry limit?",
          "It is in src/retry.ts.",
          run("read", { path: "src/retry.ts" }, source),
        ),
      ),
      400,
    );
    const text = criticalContext.find((line) => line.startsWith("read src/retry.ts → "));
    expect(text).toContain("retryLimit = 17; // see ticket OPS-4711");
  });

  test("selects words of the instructions first", async () => {
    const notes = Array.from(
      { length: 300 },
      (_, index) => `the note_${index} tells of INV-${2_000 + index}-X`,
    );
    const items = itemsOf(
      exchange("Read the notes.", "Read.", run("read", { path: "notes" }, notes.join("\n"))),
    );
    const without = await summaryText({ items, maxTokens: 300 });
    const focused = await summaryText({
      items,
      maxTokens: 300,
      instructions: "Keep invoice 2150.",
    });
    expect(without).not.toContain("INV-2150-X");
    expect(focused).toContain("INV-2150-X");
  });

  test("does not repeat text that stays in the view", async () => {
    const line = "export const onlyHere = readConfig('settings.json');";
    const items = itemsOf(
      exchange("Look.", "Looked.", run("read", { path: "a.ts" }, `${filler(20)}\n${line}`)),
    );
    const kept = itemsOf(exchange("Again.", "Looked.", run("read", { path: "a.ts" }, line)));
    expect(await summaryText({ items })).toContain("onlyHere");
    expect(await summaryText({ items, kept })).not.toContain("onlyHere");
  });

  test("quotes the hidden part of a kept result, but not the visible part", async () => {
    const items = itemsOf(exchange("Look at the files.", "Now the last of them."));
    const [called, result] = itemsOf(
      run(
        "read",
        { path: "src/limits.ts" },
        `export function headroom() {}\n${filler(20)}\nexport function tideLimit() {}\n${filler(20)}`,
      ),
    ).map((item) => ({ ...item, id: `kept-${item.id}` }));
    if (called === undefined || result === undefined) throw new Error("a run has two items");
    const shown = {
      ...result,
      message: {
        ...result.message,
        parts: [{ type: "text", text: "export function headroom() {}\n[…]" }],
      },
    } as Item;
    const text = await summaryText({ items, kept: [called, shown], shortened: [result] });
    expect(text).toContain("tideLimit");
    expect(text).not.toContain("headroom");
    expect(await summaryText({ items, kept: [called, result] })).not.toContain("tideLimit");
  });
});

describe("split turns", () => {
  const items = itemsOf(
    exchange(
      "First question?",
      "The first answer is 4711.",
      run("read", { path: "a" }, filler(30)),
    ),
  );
  const turnPrefix = itemsOf(
    userMessage("Fix the bug in src/fold.ts."),
    run("read", { path: "src/fold.ts" }, filler(40), { text: "Reading the file first." }),
  );

  test("renders the turn prefix below the history", async () => {
    const text = await summaryText({ items, turnPrefix });
    const [history = "", rest = "", ...more] = text.split(
      "\n\n---\n\n**Turn Context (split turn):**\n\n",
    );
    expect(more).toEqual([]);
    expect(history).toContain("The first answer is 4711.");
    expect(history).not.toContain("Reading the file");
    expect(rest).toContain("- [ ] user: Fix the bug in src/fold.ts.\n");
  });

  test("keeps the request of a turn that is split repeatedly, without duplicates", async () => {
    let previousSummary = await summaryText({ items, turnPrefix });
    for (let round = 0; round < 4; round += 1) {
      const more = itemsOf(run("read", { path: `src/part-${round}.ts` }, filler(30, 100 * round)));
      previousSummary = await summaryText({ turnPrefix: more, previousSummary });
    }
    expect(previousSummary.match(/Turn Context/gu)).toHaveLength(1);
    expect(previousSummary.match(/^- Fix the bug in src\/fold\.ts\./gmu)).toHaveLength(1);
    expect(previousSummary).toContain("4711");
  });

  test("joins the end of a split turn to its question", async () => {
    const previousSummary = await summaryText({ items, turnPrefix });
    const end = itemsOf(
      run("edit", { path: "src/fold.ts" }, "ok"),
      assistantMessage("Fixed an off-by-one in line 88."),
    );
    const { done } = parseSections(await summaryText({ items: end, previousSummary }));
    expect(done).toContain("Fix the bug in src/fold.ts. → Fixed an off-by-one in line 88.");
  });
});

describe("repeated compaction", () => {
  test("merges the earlier summary", async () => {
    const first = await summaryText({
      items: itemsOf(
        exchange("Never touch legacy/.", "Noted."),
        userMessage("Write docs."),
        run("ls", {}, filler(20)),
      ),
    });
    const second = await summaryText({
      items: itemsOf(
        assistantMessage("The docs are in docs/guide.md."),
        exchange("Thanks. And the tests?", "There are 40."),
      ),
      previousSummary: first,
    });
    const history = parseSections(second);
    expect(second.match(/## Goal/gu)).toHaveLength(1);
    expect(history.inProgress).toEqual([]);
    expect(history.done).toEqual([]);
  });

  test("removes failing work after it succeeded", async () => {
    const failed = exchange(
      "Build.",
      "It fails.",
      run("bash", { command: "make" }, `${filler(30)}\nerror: x\nexit code 2`),
    );
    const built = exchange("Again.", "It builds.", run("bash", { command: "make" }, "exit code 0"));
    const first = await summaryText({ items: itemsOf(failed) });
    const second = await summaryText({ items: itemsOf(built), previousSummary: first });
    expect(parseSections(first).inProgress).toHaveLength(1);
    expect(parseSections(second).inProgress).toEqual([]);
  });

  test("ten rounds fit into the budget and keep important facts", async () => {
    const maxTokens = 1_500;
    let previousSummary: string | null = null;
    for (let round = 0; round < 10; round += 1) {
      const items = itemsOf(
        ...(round === 0
          ? [exchange("Always deploy with key DK-90317. What is the port?", "The port is 8443.")]
          : []),
        ...Array.from({ length: 3 }, (_, index) => {
          const name = `package-${round}-${index}`;
          return exchange(
            `What is the licence of ${name}?`,
            `The licence of ${name} is L-${round}${index}.`,
            run("read", { path: `${name}/package.json` }, filler(120, 1_000 * round + 100 * index)),
          );
        }),
      );
      previousSummary = await summaryText({ items, previousSummary, maxTokens });
      expect(estimator.estimateText(previousSummary)).toBeLessThanOrEqual(maxTokens);
    }
    expect(previousSummary).toContain("DK-90317");
    expect(previousSummary).toContain("8443");
    const all = Array.from({ length: 30 }, (_, index) => `L-${Math.floor(index / 3)}${index % 3}.`);
    expect(all.filter((licence) => previousSummary?.includes(licence))).toEqual(all);
  });
});

describe("budget", () => {
  const long = itemsOf(
    Array.from({ length: 40 }, (_, index) =>
      exchange(
        `Question ${index}?`,
        `Answer ${index}.`,
        run("read", { path: `src/f${index}.ts` }, filler(100, 100 * index)),
      ),
    ).flat(),
  );

  test.each([60, 150, 400, 1_000, 3_000, 8_000])(
    "%i tokens are used well and never exceeded",
    async (maxTokens) => {
      const tokens = estimator.estimateText(await summaryText({ items: long, maxTokens }));
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(tokens).toBeGreaterThan(maxTokens * (maxTokens < 400 ? 0.5 : 0.8));
    },
  );

  test("a short history has a short summary", async () => {
    const items = itemsOf(exchange("Hi?", "Hello."));
    expect(estimator.estimateText(await summaryText({ items, maxTokens: 10_000 }))).toBeLessThan(
      200,
    );
    const text = filler(100);
    const longer = itemsOf(exchange("Read it.", "Read.", run("read", { path: "a" }, text)));
    const tokens = estimator.estimateText(await summaryText({ items: longer, maxTokens: 10_000 }));
    expect(tokens).toBeLessThan(estimator.estimateText(text) / 2);
  });

  test("originals of truncated items count as history that can be quoted", async () => {
    const [asked, call, result] = itemsOf(
      exchange("Read it.", "Read.", run("read", { path: "a" }, filler(200))),
    );
    if (asked === undefined || call === undefined || result === undefined) throw new Error("items");
    const text = await summaryText({
      items: [asked],
      kept: [call, { ...result, message: toolMessage({ callId: "call-read", name: "read" }, "…") }],
      shortened: [result],
      maxTokens: 1_000,
    });
    expect(estimator.estimateText(text)).toBeGreaterThan(600);
  });

  test("fails if nothing fits or there is no text", async () => {
    await expect(summaryText({ items: long, maxTokens: 1 })).rejects.toMatchObject({
      code: "summary-failed",
    });
    await expect(summaryText({})).rejects.toMatchObject({ code: "summary-failed" });
  });

  test("rejects with aborted", async () => {
    const summarizer = createExtractiveSummarizer();
    const aborted = summarizer.summarize(request({ items: long }), AbortSignal.abort());
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
  });

  test("reports its name and no calls", async () => {
    const summarizer = createExtractiveSummarizer();
    const summary = await summarizer.summarize(
      request({ items: long }),
      new AbortController().signal,
    );
    expect([summarizer.name, summary.method, summary.calls]).toEqual([
      "extractive",
      "extractive",
      0,
    ]);
  });
});

describe("text that reads badly is left out", () => {
  const request = `Move the timetable of the ferries to the new store. ${"It should keep every departure of the year as it is. ".repeat(12)}`;

  test("renders a result once", async () => {
    const said = "Fixed: the ferry of 07:45 is in timetable.ts again.";
    const { done } = await sectionsOf(itemsOf(exchange("Bring back the early ferry.", said)));
    expect(done.filter((line) => line.includes(said))).toHaveLength(1);
  });

  test("does not shorten entries to one or two words, and renders no turn heading without entries", async () => {
    const items = itemsOf(
      ...Array.from({ length: 6 }, (_, index) =>
        exchange(
          `${request} Part ${index}.`,
          `Just use the second harbour, because the first harbour is closed until ${index + 3} o'clock on all days of the week, and nobody answers the telephone there.`,
        ),
      ),
    );
    const turnPrefix = itemsOf(userMessage(request), assistantMessage(filler(40)));
    for (let maxTokens = 20; maxTokens <= 400; maxTokens += 4) {
      const text = await summaryText({ items, turnPrefix, maxTokens });
      expect(text.trimEnd()).not.toMatch(/\*\*Turn Context \(split turn\):\*\*$/u);
      const history = parseSections(text);
      for (const entry of [
        history.goal,
        history.decisions,
        history.inProgress,
        history.nextSteps,
      ].flat())
        expect(entry.length).toBeGreaterThanOrEqual(24);
    }
  });
});

test("rules of the user are neither quoted nor remembered", async () => {
  const rule = "Never send invoice 4471 to Lindqvist.";
  const revoked = "Always answer in Portuguese.";
  const items = itemsOf(
    ...Array.from({ length: 12 }, (_, turn) =>
      exchange(`Check file ${turn}. ${turn === 3 ? `${rule} ${revoked}` : ""}`, filler(9, turn)),
    ),
  );
  const { memory, text } = await createExtractiveSummarizer().summarize(
    request({ items, maxTokens: 1_500, estimator, rules: [rule], revokedRules: [revoked] }),
    new AbortController().signal,
  );
  expect(`${text}${JSON.stringify(memory)}`).not.toMatch(/4471|Portuguese/u);
});
