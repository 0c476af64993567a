import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { Item } from "../../src/message/item.ts";
import { assistantMessage, textOf, userMessage } from "../../src/message/message.ts";
import type { CompactionState } from "../../src/message/state.ts";
import { scripted } from "./scripted.ts";

const BUG = "After the restart, the queue of the scheduler counts each finished worker twice.";
const FIRST = "Look at the scheduler and at all of its queues, please, and tell me what is slow.";

function itemsOf(said: readonly string[]): readonly Item[] {
  return said.flatMap((text, turn): readonly Item[] => [
    { id: `u${turn}`, message: userMessage(text) },
    { id: `a${turn}`, message: assistantMessage("It is done. ".repeat(40)) },
  ]);
}

/** Compacts after each number of turns, and returns what each view quotes, and the last request. */
async function quotesAfter(said: readonly string[], turns: readonly number[]) {
  const summarizer = scripted();
  const policy = { windowTokens: 6_000, keep: { type: "turns", turns: 1 } } as const;
  const compactor = createCompactor({ summarizer, policy });
  const quotes: string[] = [];
  let state: CompactionState | null = null;
  for (const count of turns) {
    const items = itemsOf(said.slice(0, count));
    const fitted = await compactor.fit({ items, state }, { force: true, instructions: "Short." });
    expect(fitted.outcome.type).toBe("compacted");
    ({ state } = fitted);
    const text = fitted.view.messages.map(textOf).join("\n");
    quotes.push(/<user-messages>\n([^]*?)\n<\/user-messages>/u.exec(text)?.[1] ?? "");
  }
  return { quotes, request: summarizer.requests.at(-1), state };
}

test("a message that is sent again is quoted once, at its newest place", async () => {
  const said = [FIRST, BUG, "Also check the log of the second worker, it may help.", BUG, "Go on."];
  const { quotes, request } = await quotesAfter(said, [5]);
  expect(quotes).toEqual([`${said[0]}\n\n${said[2]}\n\n[Sent 2 times]\n${BUG}`]);
  expect(request?.verbatimIds).toEqual(["u0", "u2", "u1", "u3"]);
});

test("and is counted over several compactions", async () => {
  const said = [FIRST, BUG, "Go on.", BUG, "Go on.", BUG, "Go on."];
  const { quotes, state } = await quotesAfter(said, [3, 5, 7]);
  expect(quotes.map((text) => text.split(BUG).length)).toEqual([2, 2, 2]);
  expect(quotes.at(-1)).toContain(`[Sent 3 times]\n${BUG}`);
  const block = state?.prefix.find(({ times }) => times === 3);
  expect(block?.part).toEqual({ type: "text", text: BUG });
});

test("the first request stays first if it is sent again, and short texts are quoted each time", async () => {
  const { quotes } = await quotesAfter([FIRST, "yes", FIRST, "yes", "Go on."], [5]);
  expect(quotes).toEqual([`[Sent 2 times]\n${FIRST}\n\nyes\n\nyes`]);
});

test("equal words of two people are two quotes", async () => {
  const items = itemsOf([FIRST, BUG, BUG, "Go on."]).map((item) =>
    item.id === "u1" && item.message.role === "user"
      ? { ...item, message: { ...item.message, name: "ben" } }
      : item,
  );
  const compactor = createCompactor({ summarizer: scripted(), policy: { windowTokens: 6_000 } });
  const { view } = await compactor.fit({ items, state: null }, { force: true });
  expect(view.messages.map(textOf).join("\n").split(BUG)).toHaveLength(3);
});

test("a text with a file is a quote of its own", async () => {
  const url = `data:image/png;base64,${"A".repeat(400)}`;
  const items = itemsOf([FIRST, BUG, BUG, "Go on."]).map((item) => {
    if (item.id !== "u1" || item.message.role !== "user") return item;
    const file = { type: "file", mediaType: "image/png", url } as const;
    return { ...item, message: { ...item.message, parts: [...item.message.parts, file] } };
  });
  const policy = { windowTokens: 30_000, keep: { type: "tokens", tokens: 100 } } as const;
  const compactor = createCompactor({ summarizer: scripted(), policy });
  const { state } = await compactor.fit({ items, state: null }, { force: true });
  const quoted = state?.prefix.filter(({ kind }) => kind === "user") ?? [];
  expect(quoted.map(({ part, sourceId }) => `${sourceId} ${part.type}`)).toEqual([
    "u1 text",
    "u1 file",
    "u2 text",
    "u3 text",
  ]);
});
