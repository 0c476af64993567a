import { assistantMessage, createCharacterEstimator, textOf, userMessage } from "@cutpoint/core";
import { beforeEach, expect, test } from "vitest";
import { openSession } from "../src/open-session.ts";
import { eraseEntries } from "../src/index.ts";
import type { Session, SessionOptions } from "../src/session.ts";
import { offline } from "./support/summarizers.ts";
import { createTestStore, type TestStore } from "./support/store.ts";

const RULE = "Never push to main.";

let store: TestStore;

beforeEach(() => {
  store = createTestStore();
});

function open(options: Partial<SessionOptions> = {}): Promise<Session> {
  return openSession({
    store,
    sessionId: "s",
    policy: { windowTokens: 1_200, keepUserTokens: 0 },
    estimator: createCharacterEstimator({ charactersPerToken: 4 }),
    summarizer: offline(),
    ...options,
  });
}

async function compactedBy(session: Session): Promise<string> {
  for (let turn = 0; turn < 8; turn += 1)
    await session.append([
      userMessage(`Look at ${turn}.`),
      assistantMessage("It is open. ".repeat(20)),
    ]);
  const { outcome } = await session.compact();
  if (outcome.type !== "compacted") throw new Error(outcome.type);
  return outcome.entryId;
}

const texts = (session: Session): readonly string[] => session.rules().map(({ text }) => text);
const shown = (session: Session): string => session.view().messages.map(textOf).join("\n");

test("rules of the user and the app are kept, also after the session is opened again", async () => {
  const session = await open();
  await session.addRule("Be brief.");
  await session.append([userMessage(RULE)]);
  expect(texts(session)).toEqual(["Be brief."]);
  await compactedBy(session);
  await session.addRule("Be kind.");
  expect(texts(session)).toEqual(["Be brief.", RULE, "Be kind."]);
  const again = await open();
  expect(texts(again)).toEqual(["Be brief.", RULE, "Be kind."]);
  expect(shown(again)).toBe(shown(session));
  expect(shown(again)).toContain("- Be kind.");
});

test("a removed rule leaves the view at once and stays away", async () => {
  const session = await open();
  await session.append([userMessage(RULE)]);
  await compactedBy(session);
  await session.removeRule(RULE);
  expect(texts(session)).toEqual([]);
  expect(shown(session)).not.toContain("<user-rules>");
  await compactedBy(session);
  expect(texts(await open())).toEqual([]);
});

test("a revert removes rules of the compaction, and keeps what the app changed", async () => {
  const session = await open();
  await session.append([userMessage(RULE)]);
  const entryId = await compactedBy(session);
  await session.addRule("Be brief.");
  await session.revert(entryId);
  expect(texts(session)).toEqual(["Be brief."]);
  expect(texts(await open())).toEqual(["Be brief."]);
});

test("an erased message takes its rule with it", async () => {
  const session = await open();
  const [id = ""] = await session.append([userMessage(RULE)]);
  await compactedBy(session);
  await eraseEntries(store, "s", [id]);
  const again = await open();
  expect(texts(again)).toEqual([]);
  expect(JSON.stringify(store.entries)).not.toContain(RULE);
});

test("an unknown or blank rule is an error, and writes nothing", async () => {
  const session = await open();
  await expect(session.removeRule(RULE)).rejects.toMatchObject({ code: "unknown-entry" });
  await expect(session.addRule(" ")).rejects.toMatchObject({ code: "invalid-input" });
  expect(store.entries).toEqual([]);
});
