import { textOf } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import {
  buildSessionProjection,
  convertToLlm,
  type SessionEntry,
  SessionManager,
} from "@earendil-works/pi-coding-agent";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { readBranch } from "../src/read-branch.ts";

/** One step of a session, and a number that chooses an earlier entry. */
const step = fc.record({
  type: fc.constantFrom(
    "user",
    "turn",
    "bash",
    "note",
    "compaction",
    "own-compaction",
    "edit",
    "leave",
  ),
  earlier: fc.nat(),
});
type Step = { readonly type: string; readonly earlier: number };

const usage = {
  input: 1,
  output: 1,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 2,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** Appends a step with the text `place`. */
function append(session: SessionManager, { earlier, type }: Step, place: number): void {
  const text = [{ type: "text" as const, text: `text ${place}` }];
  const timestamp = place;
  const targets = session
    .getBranch()
    .filter(({ type }) => type === "message")
    .slice(1); // without the system message
  const target = targets[earlier % Math.max(1, targets.length)];
  switch (type) {
    case "user":
      session.appendMessage({ role: "user", content: text, timestamp });
      break;
    case "turn": {
      const call = { type: "toolCall" as const, id: `call-${place}`, name: "read", arguments: {} };
      const model = { api: "openai-completions", provider: "sim", model: "local" };
      session.appendMessage({
        ...model,
        role: "assistant",
        content: [...text, call],
        usage,
        stopReason: "toolUse",
        timestamp,
      });
      session.appendMessage({
        role: "toolResult",
        toolCallId: call.id,
        toolName: "read",
        content: text,
        isError: false,
        timestamp,
      });
      break;
    }
    case "bash":
      session.appendMessage({
        role: "bashExecution",
        command: "ls",
        output: `text ${place}`,
        exitCode: 0,
        cancelled: false,
        truncated: false,
        timestamp,
        excludeFromContext: earlier % 2 === 0,
      });
      break;
    case "note":
      session.appendCustomMessageEntry("note", `text ${place}`, false);
      session.appendModelChange("sim", "other");
      break;
    case "compaction":
      session.appendCompaction(`text ${place}`, target?.id ?? null, 1);
      break;
    case "own-compaction":
      session.appendCompaction(
        "of Cutpoint",
        target?.id ?? null,
        1,
        { cutpoint: emptyState() },
        true,
      );
      break;
    case "edit":
      if (target?.type === "message" && target.message.role !== "bashExecution")
        session.appendContextEdit(
          target.id,
          earlier % 2 === 0 ? null : { content: `text ${place}` },
        );
      break;
    default:
      if (target !== undefined) session.branch(target.id);
  }
}

/** Removes the compactions of pi after the newest one of Cutpoint. */
function withoutLaterOnes(branch: readonly SessionEntry[]): SessionEntry[] {
  const own = branch.findLastIndex((entry) => entry.type === "compaction" && entry.fromHook);
  let parentId: string | null = null;
  return branch
    .filter((entry, place) => own === -1 || place <= own || entry.type !== "compaction")
    .map((entry) => {
      const linked = { ...entry, parentId };
      parentId = entry.id;
      return linked;
    });
}

/** The texts of messages, without the words that pi or the reader puts around them. */
function texts(messages: readonly string[]): readonly string[] {
  return messages.map((text) => text.match(/text \d+|of Cutpoint/u)?.[0] ?? text);
}

test("the items of a branch are the messages that pi shows to the model", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const session = SessionManager.inMemory();
      session.appendMessage({ role: "system", content: "You help.", timestamp: 0 });
      steps.forEach((each, place) => append(session, each, place));
      const branch = session.getBranch();
      const { items, state } = await readBranch(branch);
      const shown = convertToLlm(buildSessionProjection(withoutLaterOnes(branch)).messages)
        .filter(({ role }) => role !== "system")
        .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)));
      const expected = texts(shown);
      expect(texts(items.map(({ message }) => textOf(message)))).toEqual(
        state === null ? expected : expected.slice(1),
      );
      expect(items.every(({ id }) => session.getEntry(id) !== undefined)).toBe(true);
    }),
    cases(200),
  );
});

const entry = (id: string, fields: object): object => ({
  type: "message",
  id,
  parentId: null,
  timestamp: "2026-11-01T10:00:00.000Z",
  ...fields,
});
const said = (role: string, text: string): object => ({ message: { role, content: text } });

test("entries of oh-my-pi are read: its roles, its cleared context, and its wrapped details", async () => {
  const branch = [
    entry("a", said("user", "Before.")),
    entry("b", { type: "reset_boundary" }),
    entry("c", said("developer", "Be brief.")),
    entry("d", said("hookMessage", "The tests run.")),
    entry("e", { message: { role: "pythonExecution", code: "1 + 1", output: "2" } }),
    entry("f", {
      message: { role: "fileMention", files: [{ path: "notes.md", content: "Ship it." }] },
    }),
  ];
  const { items } = await readBranch(branch);
  expect(items.map(({ message }) => [message.role, textOf(message)])).toEqual([
    ["user", "Be brief."],
    ["user", "The tests run."],
    ["user", "$ 1 + 1\n2"],
    ["user", "notes.md\nShip it."],
  ]);

  const details = {
    kind: "experimental-context-rollover",
    hookDetails: { cutpoint: emptyState() },
  };
  const compaction = entry("g", {
    type: "compaction",
    summary: "x",
    firstKeptEntryId: "f",
    details,
  });
  const { items: kept, state } = await readBranch([...branch, compaction]);
  expect(kept.map(({ id }) => id)).toEqual(["f"]);
  expect(state).toEqual(emptyState());
});

test.each([
  ["a newer release wrote", { ...emptyState(), version: 99 }],
  ["is damaged", { ...emptyState(), prefix: 1 }],
])("the summary of a compaction is used if its state %s", async (_title, cutpoint) => {
  const branch = [
    entry("a", said("user", "One.")),
    entry("b", {
      type: "compaction",
      summary: "Old facts.",
      firstKeptEntryId: "a",
      details: { cutpoint },
    }),
  ];
  const { items, state } = await readBranch(branch);
  expect(state).toBeNull();
  expect(items.map(({ message }) => textOf(message))).toEqual(["Old facts.", "One."]);
});

test("an unknown role is refused, because its message would be lost", async () => {
  const branch = [entry("a", said("user", "One.")), entry("b", said("oracle", "Two."))];
  await expect(readBranch(branch)).rejects.toThrow(
    'message.role of the entry b is "oracle" (unknown-type): expected a known role',
  );
});

test("a later compaction of pi does not hide the state and the messages before it", async () => {
  const own = { summary: "Own.", firstKeptEntryId: "a", details: { cutpoint: emptyState() } };
  const branch = [
    entry("a", said("user", "One.")),
    entry("b", { type: "compaction", ...own }),
    entry("c", said("user", "Two.")),
    entry("d", said("user", "Three.")),
    entry("e", { type: "compaction", summary: "Of pi.", firstKeptEntryId: "d" }),
  ];
  const { items, state } = await readBranch(branch);
  expect(state).toEqual(emptyState());
  expect(items.map(({ message }) => textOf(message))).toEqual(["One.", "Two.", "Three."]);
});
