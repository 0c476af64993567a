import { assistantMessage, type Message, textOf, userMessage } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import type { NavigateResult } from "../src/branches/navigate.ts";
import type { BranchEntry } from "../src/log/entry.ts";
import { entriesOf, open, talk, textsOf, typesOf } from "./support/conversation.ts";
import { createTestStore } from "./support/store.ts";

/** A message of about 100 tokens. */
function long(text: string): Message {
  return userMessage(`${text} ${"and so on ".repeat(40)}`);
}

function idOf(ids: readonly string[], place: number): string {
  const id = ids.at(place);
  if (id === undefined) throw new Error(`there is no id at ${place}`);
  return id;
}

function entryOf(navigated: NavigateResult): BranchEntry {
  if (navigated.type === "navigated") return navigated.entry;
  throw new Error(`the navigation was ${navigated.type}`);
}

describe("a navigation", () => {
  test("writes an entry that is a child of its target and names the old head", async () => {
    const store = createTestStore();
    const session = await open(store);
    const ids = await session.append(["a", "b", "c", "d"].map((text) => userMessage(text)));
    const entry = entryOf(await session.navigate(idOf(ids, 1)));
    expect(entry).toMatchObject({
      type: "branch",
      parentId: ids[1],
      from: ids[3],
      summary: null,
    });
    expect((await entriesOf(store)).at(-1)).toEqual(entry);
    expect(textsOf(session)).toEqual(["a", "b"]);
    await session.append([userMessage("e")]);
    expect(textsOf(session)).toEqual(["a", "b", "e"]);
    expect(textsOf(await open(store))).toEqual(["a", "b", "e"]);
  });

  test("can go back to the branch that was left", async () => {
    const store = createTestStore();
    const session = await open(store);
    const ids = await session.append(["a", "b", "c"].map((text) => userMessage(text)));
    await session.navigate(idOf(ids, 0));
    await session.append([userMessage("elsewhere")]);
    await session.navigate(idOf(ids, 2));
    expect(textsOf(session)).toEqual(["a", "b", "c"]);
    expect(await typesOf(store)).toEqual([
      "message",
      "message",
      "message",
      "branch",
      "message",
      "branch",
    ]);
  });

  test("can go before the first entry and to the newest one", async () => {
    const store = createTestStore();
    const session = await open(store);
    const [only] = await session.append([userMessage("a")]);
    const entry = entryOf(await session.navigate(only ?? null));
    expect(entry).toMatchObject({ parentId: only, from: only });
    expect(textsOf(session)).toEqual(["a"]);
    await session.navigate(null);
    expect(session.view().messages).toEqual([]);
    await session.append([userMessage("anew")]);
    expect(textsOf(await open(store))).toEqual(["anew"]);
  });

  test("rejects an unknown entry and writes nothing", async () => {
    const store = createTestStore();
    const session = await open(store);
    await session.append([userMessage("a")]);
    await expect(session.navigate("nowhere")).rejects.toMatchObject({
      code: "unknown-entry",
      message: expect.stringMatching(
        /^entryId is "nowhere": expected the id of an entry/u,
      ) as string,
    });
    await expect(session.navigate(undefined as never)).rejects.toThrow("entryId is undefined");
    expect(await typesOf(store)).toEqual(["message"]);
  });

  test("ignores the usage of an answer to a request on the other branch", async () => {
    const store = createTestStore();
    const session = await open(store);
    const ids = await session.append([userMessage("a"), userMessage("b")]);
    await session.navigate(idOf(ids, 0));
    await session.append([userMessage("c")]);
    await session.fit();
    await session.navigate(idOf(ids, 0));
    await session.append([
      { ...assistantMessage("late"), usage: { inputTokens: 900, outputTokens: 10 } },
    ]);
    expect(session.usage().reportedTokens).toBeNull();
    await session.fit();
    await session.append([
      { ...assistantMessage("in time"), usage: { inputTokens: 80, outputTokens: 10 } },
    ]);
    expect(session.usage().reportedTokens).not.toBeNull();
  });

  test("does not apply a compaction that was prepared on the other branch", async () => {
    const store = createTestStore();
    const session = await open(store);
    const [root] = await session.append([long("root")]);
    await session.navigate(root ?? null);
    await talk(session, 0, 12);
    const prepared = await session.prepare({ force: true });
    if (prepared.type !== "prepared") throw new Error(`nothing was prepared: ${prepared.type}`);
    await session.navigate(root ?? null);
    const { outcome, view } = await session.apply(prepared);
    expect(outcome).toMatchObject({ type: "failed", error: { code: "conflict" } });
    expect(view.messages.map(textOf)).toEqual([textOf(long("root"))]);
    expect(view.warnings).toEqual([]);
  });
});
