import { describe, expect, test } from "vitest";
import { budgetsAreKept, windowsAreKept } from "../src/laws/budget-law.ts";
import { engine, type LawEngine, withFit } from "../src/laws/engine.ts";
import { complaintOf, failureOf } from "../src/laws/proving.ts";

/** Time for thousands of compactions on a loaded machine, in ms. */
const TIMEOUT_MS = 600_000;

describe("budgets are kept", { timeout: TIMEOUT_MS }, () => {
  test("by compactMessages, unless the system text leaves no room", async () => {
    expect(await failureOf(budgetsAreKept(engine), 1_500)).toBeNull();
  });

  test("by a compactor in conversations that grow", async () => {
    expect(await failureOf(windowsAreKept(engine), 1_000)).toBeNull();
  });
});

function withMessages(
  change: (compact: LawEngine["compactMessages"]) => LawEngine["compactMessages"],
): LawEngine {
  return { ...engine, compactMessages: change(engine.compactMessages) };
}

describe("the law of budgets detects", () => {
  const faults: readonly (readonly [string, LawEngine, RegExp])[] = [
    [
      "a frame of fixed size",
      withMessages(
        (compact) => (messages, options) =>
          compact(messages, { ...options, budgetTokens: Math.max(2, options.budgetTokens - 128) }),
      ),
      /needs at least|not whole/,
    ],
    [
      "messages that are returned unchanged",
      withMessages(() => async (messages) => ({ messages, receipt: null, warnings: [] })),
      /budget: (?:\d+ of \d+|the first message|.*has no result)/,
    ],
    [
      "messages that are cut to the first",
      withMessages((compact) => async (messages, options) => {
        const done = await compact(messages, options);
        return { messages: done.messages.slice(0, 1), receipt: null, warnings: [] };
      }),
      /budget: the last user message is|has no result/,
    ],
    [
      "a last user message that is left out",
      withMessages(
        (compact) => (messages, options) => compact(messages, { ...options, keepUserTokens: 0 }),
      ),
      /the last user message is/,
    ],
  ];

  test.each(faults)("%s", async (_name, faulty, because) => {
    expect(await complaintOf(budgetsAreKept(faulty))).toMatch(because);
  });

  test("a view that is not the compacted one", async () => {
    const idle = withFit((fit) => async (history, options) => ({
      ...(await fit(history, options)),
      view: engine.viewOf(history),
    }));
    expect(await complaintOf(windowsAreKept(idle))).toMatch(
      /budget: (?:\d+ of \d+|\{"type":"compacted")/,
    );
  });
});
