import { assistantMessage, textOf, toolMessage, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { openSession } from "../src/open-session.ts";
import { createRecallTool } from "../src/search/recall-tool.ts";
import type { Session } from "../src/session.ts";
import { createTestStore, type TestStore } from "./support/store.ts";

const CALL = { callId: "call-1", name: "list" };
const LARGE = Array.from({ length: 900 }, (_, line) => `Shelf ${line} holds a jar.`).join("\n");

function open(store: TestStore): Promise<Session> {
  return openSession({
    store,
    sessionId: "one",
    policy: { windowTokens: 100_000, intake: { above: 1_000, preview: 300 } },
    summarizer: {
      name: "short",
      offline: true,
      summarize: async () => ({ text: "They listed shelves.", method: "short", calls: 0 }),
    },
  });
}

test("a large result is shown in part, stays so after the session is opened again, and is found", async () => {
  const store = createTestStore();
  const session = await open(store);
  await session.append([
    userMessage("List the shelves."),
    assistantMessage("", [{ ...CALL, arguments: "{}" }]),
    toolMessage(CALL, LARGE),
  ]);
  const { view } = await session.fit();
  const shown = view.messages.map(textOf);
  expect(shown.at(-1)).toContain("[outline]");
  await session.append([assistantMessage("Many."), userMessage("Go on.")]);
  expect((await session.fit()).view.messages.slice(0, 3).map(textOf)).toEqual(shown);
  await session[Symbol.asyncDispose]();

  const again = await open(store);
  expect(again.view().messages.slice(0, 3).map(textOf)).toEqual(shown);
  await again.compact({ force: true });
  expect(await again.findResult("call-1")).toBe(LARGE);
  expect(await again.findResult("call-2")).toBeNull();
  const recall = createRecallTool(again, { maxTokens: 200 });
  const from = LARGE.indexOf("Shelf 500");
  const range = await recall.execute({ result: "call-1", from });
  expect(range).toContain(`<recalled id="call-1">\nShelf 500 holds a jar.\nShelf 501 holds a jar.`);
  const [, next = "0"] = /"from": (\d+)/u.exec(range) ?? [];
  expect(await recall.execute({ result: "call-1", from: Number(next) })).toContain(
    LARGE.slice(Number(next), Number(next) + 40),
  );
  expect(await recall.execute({ result: "call-1", from: 10 ** 9 })).toBe(
    `The result has ${LARGE.length} characters.`,
  );
  expect(await recall.execute({ result: "call-2" })).toBe(
    'There is no result with the id "call-2".',
  );
});
