import type { CompactionState } from "@cutpoint/core";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, test } from "vitest";
import { createPiExtension, type PiExtensionOptions } from "../src/index.ts";

type Compaction = {
  readonly summary: string;
  readonly firstKeptEntryId: string;
  readonly details: { readonly cutpoint: CompactionState };
};

/** Calls the extension as oh-my-pi does, without a reason, and returns its result and what it notified. */
async function compactBranch(
  branchEntries: readonly object[],
  options: PiExtensionOptions = {},
  signal = new AbortController().signal,
): Promise<{ readonly compaction: Compaction | undefined; readonly notices: readonly string[] }> {
  const notices: string[] = [];
  const context = {
    model: { id: "local", contextWindow: 8_000 },
    modelRegistry: {},
    ui: { notify: (message: string) => void notices.push(message) },
  };
  const event = {
    type: "session_before_compact",
    preparation: { tokensBefore: 7_000, settings: { reserveTokens: 2_000 } },
    branchEntries,
    signal,
  };
  type Handler = (given: typeof event, extensionContext: typeof context) => Promise<unknown>;
  let call: Handler = async () => undefined;
  const pi = { on: (_event: string, handler: Handler) => void (call = handler) };
  createPiExtension(options)(pi as never as ExtensionAPI);
  const result = await call(event, context);
  return {
    compaction: (result as { readonly compaction: Compaction } | undefined)?.compaction,
    notices,
  };
}

function message(id: string | undefined, role: string, content: unknown): object {
  const timestamp = "2026-11-01T10:00:00.000Z";
  return {
    type: "message",
    ...(id === undefined ? {} : { id }),
    timestamp,
    message: { role, content },
  };
}

function turns(count: number, idOf: (place: number) => string | undefined): readonly object[] {
  return Array.from({ length: count }, (_, turn) => [
    message(idOf(2 * turn), "user", `Question ${turn}: ${"why is it so? ".repeat(20)}`),
    message(idOf(2 * turn + 1), "assistant", [{ type: "text", text: "Because. ".repeat(60) }]),
  ]).flat();
}

test("a compaction of oh-my-pi keeps messages of the branch", async () => {
  const branch = turns(30, (place) => `e${place}`);
  const { compaction, notices } = await compactBranch(branch, { summarizer: "session-model" });
  expect(notices).toEqual([]);
  expect(compaction?.firstKeptEntryId).toMatch(/^e5\d$/u);
  expect(compaction?.details.cutpoint.firstKeptId).toBe(compaction?.firstKeptEntryId);
  expect(compaction?.summary).toContain("Question 0:");
});

test("an image in a compacted message is named in the summary", async () => {
  const image = { type: "image", mimeType: "image/png", data: "AAAA" };
  const first = message("first", "user", [{ type: "text", text: "See this." }, image]);
  const { compaction } = await compactBranch([first, ...turns(30, (place) => `e${place}`)]);
  expect(compaction?.summary).toMatch(/See this\.\s+\[file, image\/png\]/u);
});

test.each([
  [
    "an unknown role",
    [...turns(30, (place) => `e${place}`), message("x", "oracle", "No.")],
    /"oracle"/u,
  ],
  ["a message without an id", turns(30, () => undefined), /firstKeptId is \w+: expected an entry/u],
  ["one message", turns(1, (place) => `e${place}`).slice(1), /./u],
])("after %s the host compacts, and the user is notified", async (_title, branch, notice) => {
  const { compaction, notices } = await compactBranch(branch);
  expect(compaction).toBeUndefined();
  expect(notices).toEqual([expect.stringMatching(/^Cutpoint did not compact: /u)]);
  expect(notices[0]).toMatch(notice);
});

test("a cancelled compaction is not reported", async () => {
  const branch = turns(30, (place) => `e${place}`);
  const { compaction, notices } = await compactBranch(branch, {}, AbortSignal.abort());
  expect(compaction).toBeUndefined();
  expect(notices).toEqual([]);
});

test("an invalid option throws when pi loads the extension", () => {
  expect(() => createPiExtension({ policy: { keepUserTokens: -1 } })).toThrow(/keepUserTokens/u);
});
