import {
  assistantMessage,
  createCompactor,
  type Item,
  type Policy,
  userMessage,
} from "@cutpoint/core";
import { findCutPoint, type SessionEntry, shouldCompact } from "@earendil-works/pi-coding-agent";
import { expect, test } from "vitest";

const WINDOW = 200_000;
const SETTINGS = { enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000 };

/** The row for pi in the guide "Migrate". */
const POLICY: Policy = {
  trigger: { type: "reserve", tokens: 16_384 },
  keep: { type: "tokens", tokens: 20_000 },
  keepUserTokens: 0,
};

const LONG = "It is on the upper shelf, beside the others, and has been there for long. ".repeat(
  50,
);

/** A message of a session, and the same as an item. */
function message(index: number): { readonly entry: object; readonly item: Item } {
  const id = `m${index}`;
  const item = { id, message: index % 2 === 0 ? userMessage(LONG) : assistantMessage(LONG) };
  const content = [{ type: "text", text: LONG }];
  return { entry: { type: "message", id, message: { role: item.message.role, content } }, item };
}

test("the settings of pi as a policy: the same trigger, and about the same messages are kept", async () => {
  const summarizer = { name: "unused", summarize: async () => Promise.reject(new Error("unused")) };
  const compactor = createCompactor({ summarizer, policy: POLICY });
  const messages = Array.from({ length: 260 }, (_, index) => message(index));
  const entries = messages.map(({ entry }) => entry) as SessionEntry[];
  let due = 0;
  for (let length = 200; length <= messages.length; length += 1) {
    const items = messages.slice(0, length).map(({ item }) => item);
    const history = { items, state: null };
    const { tokens } = compactor.usage(history, { windowTokens: WINDOW });
    const plan = await compactor.plan(history, { windowTokens: WINDOW });
    expect(plan.type === "plan").toBe(shouldCompact(tokens, WINDOW, SETTINGS));
    if (plan.type !== "plan") continue;
    due += 1;
    const cut = findCutPoint(entries, 0, length, SETTINGS.keepRecentTokens);
    expect(Math.abs(plan.kept.length - (length - cut.firstKeptEntryIndex))).toBeLessThan(4);
  }
  expect(due).toBeGreaterThan(10);
});
