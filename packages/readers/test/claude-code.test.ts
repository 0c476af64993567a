import { syntheticMessage, textOf } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { liveItems, readSession } from "../src/index.ts";
import {
  answer,
  attachment,
  boundary,
  lines,
  reset,
  result,
  user,
} from "./support/claude-lines.ts";

/** Reads lines and returns the main thread with the problems. */
async function read(...records: readonly object[]) {
  const session = await readSession(lines(...records));
  return { ...session.threads[0]!, threads: session.threads, problems: session.problems, session };
}

describe("Claude Code", () => {
  reset();

  test("a message in three lines with a result between is one item with the last usage", async () => {
    const { items, problems } = await read(
      user("u1", "Fix the login test."),
      answer("a1", "m1", [{ type: "thinking", thinking: "", signature: "Eq4E" }], 1),
      answer(
        "a2",
        "m1",
        [{ type: "tool_use", id: "t1", name: "Read", input: { file: "a.ts" } }],
        1,
      ),
      result("u2", "t1", "1 import"),
      answer(
        "a3",
        "m1",
        [{ type: "tool_use", id: "t2", name: "Bash", input: { command: "ls" } }],
        95,
      ),
      result("u3", "t2", "a.ts"),
    );
    expect(items.map(({ id, message }) => [id, message.role])).toEqual([
      ["u1", "user"],
      ["a1", "assistant"],
      ["u2", "tool"],
      ["u3", "tool"],
    ]);
    expect(items[1]?.message).toMatchObject({
      parts: [
        { type: "reasoning", text: "", signature: "Eq4E" },
        { type: "tool-call", callId: "t1", name: "Read", arguments: '{"file":"a.ts"}' },
        { type: "tool-call", callId: "t2", name: "Bash" },
      ],
      usage: { inputTokens: 1110, outputTokens: 95, cacheReadTokens: 100, cacheWriteTokens: 1000 },
    });
    expect(items[3]?.message).toMatchObject({ name: "Bash", callId: "t2" });
    expect(problems).toEqual([]);
  });

  test("copies of the system text and of requests are no messages", async () => {
    const { items, problems } = await read(
      user("u1", "Go."),
      attachment("p1", { type: "prompt_snapshot", systemPrompt: ["You are an agent."] }),
      ...["api-request", "api-request-shape", "api-request-blob", "atis-latch"].map((type) => ({
        type,
        sessionId: "S",
      })),
    );
    expect(items.map(({ message }) => textOf(message))).toEqual(["Go."]);
    expect(problems).toEqual([]);
  });

  test("text of the program is synthetic; command arguments and queued words are the user's", async () => {
    const { items } = await read(
      user("u1", "Begin."),
      user("u2", "meta", { isMeta: true }),
      user("u3", "task over", { origin: { kind: "task-notification" } }),
      user("u4", "<system-reminder>be brief</system-reminder>"),
      user("u5", "<command-name>/plan</command-name><command-args>the logout page</command-args>"),
      attachment("t1", {
        type: "queued_command",
        prompt: "and sign-up",
        origin: { kind: "human" },
      }),
      attachment("t2", { type: "nested_memory", content: "Use tabs." }),
    );
    expect(
      items.map(({ message }) => [message.role === "user" && message.provenance, textOf(message)]),
    ).toEqual([
      ["user", "Begin."],
      ["synthetic", "meta"],
      ["synthetic", "task over"],
      ["synthetic", "<system-reminder>be brief</system-reminder>"],
      [
        "synthetic",
        "<command-name>/plan</command-name><command-args>the logout page</command-args>",
      ],
      ["user", "the logout page"],
      ["user", "and sign-up"],
      ["synthetic", "Use tabs."],
    ]);
  });

  test.each([
    "<ide_selection>a line of a file</ide_selection>",
    '<teammate-message teammate_id="a">done</teammate-message>',
    '<channel source="a">news</channel>',
    "<user-prompt-submit-hook>blocked</user-prompt-submit-hook>",
    "<a-name-of-tomorrow>never said by a person</a-name-of-tomorrow>",
    "<ide_opened_file>not closed",
    "<bash-stdout>1</bash-stdout><bash-stderr></bash-stderr>",
    "[Request interrupted by user]",
    "[Request interrupted by user for tool use]",
    "<bash-input>git status</bash-input>",
    "<ide_selection>a</ide_selection>Push it.</ide_selection>",
    "<ide_selection>a</ide_selection>Push it.<ide_selection>b</ide_selection>",
  ])("a text that is only elements of a program is synthetic: %s", async (text) => {
    const { items } = await read(user("u1", text));
    expect(items.map(({ message }) => message)).toEqual([syntheticMessage(text)]);
  });

  test("words of the user beside elements of a program stay the user's", async () => {
    const { items } = await read(
      user("u1", [
        { type: "text", text: "<ide_selection>x = 1</ide_selection>" },
        { type: "text", text: "Why is <b> bold?" },
      ]),
      user(
        "u2",
        "<ide_opened_file>a.ts</ide_opened_file>\n\nFix it.\n<system-reminder>x</system-reminder>",
      ),
      user("u3", "<div>\n<my-button>Save</my-button>\n</div>"),
      user("u4", "Stop.\n\n[Request interrupted by user]"),
      user("u5", [
        { type: "text", text: "[Request interrupted by user for tool use]" },
        { type: "text", text: "Use the other one." },
      ]),
      user("u6", [
        { type: "text", text: "Look at this." },
        { type: "text", text: "<command-name>/x</command-name><command-args>b.ts</command-args>" },
      ]),
    );
    expect(
      items.map(({ message }) => [message.role === "user" && message.provenance, textOf(message)]),
    ).toEqual([
      ["synthetic", "<ide_selection>x = 1</ide_selection>"],
      ["user", "Why is <b> bold?"],
      ["synthetic", "<ide_opened_file>a.ts</ide_opened_file>"],
      ["user", "Fix it."],
      ["synthetic", "<system-reminder>x</system-reminder>"],
      ["user", "<div>\n<my-button>Save</my-button>\n</div>"],
      ["user", "Stop."],
      ["synthetic", "[Request interrupted by user]"],
      ["synthetic", "[Request interrupted by user for tool use]"],
      ["user", "Use the other one."],
      ["user", "Look at this."],
      ["synthetic", "<command-name>/x</command-name><command-args>b.ts</command-args>"],
      ["user", "b.ts"],
    ]);
  });

  test("two boundaries; the second kept a segment, of which one line is missing", async () => {
    const summary = { isCompactSummary: true, isVisibleInTranscriptOnly: true };
    const thread = await read(
      user("u1", "One."),
      answer("a1", "m1", [{ type: "text", text: "First." }]),
      boundary("b1", { trigger: "auto", preTokens: 900 }),
      user("s1", "Summary one.", summary),
      user("u2", "Two."),
      answer("a2", "m2", [{ type: "text", text: "Second." }]),
      boundary("b2", {
        trigger: "manual",
        preTokens: 800,
        postTokens: 90,
        preservedMessages: { uuids: ["u2", "a2", "gone"] },
      }),
      user("s2", "Summary two.", summary),
      user("u3", "Three.", { parentUuid: "a2" }),
    );
    const { compactions, items, problems } = thread;
    expect(compactions).toMatchObject([
      { afterId: "a1", trigger: "auto", tokensBefore: 900, summary: "Summary one.", keptIds: [] },
      {
        afterId: "a2",
        trigger: "manual",
        tokensBefore: 800,
        tokensAfter: 90,
        summary: "Summary two.",
        summaryId: "s2",
        keptIds: ["u2", "a2"],
      },
    ]);
    expect(items).toHaveLength(7);
    expect(problems).toEqual([{ code: "preserved-missing", line: 7, count: 1 }]);
    expect(liveItems(thread).map(({ id }) => id)).toEqual(["u1", "a1", "u2", "a2", "u3"]);
  });

  test("a preserved segment without a list is walked from its tail to its head", async () => {
    const { compactions } = await read(
      user("u1", "One."),
      answer("a1", "m1", [{ type: "text", text: "First." }]),
      user("u2", "Two."),
      boundary("b1", { trigger: "auto", preservedSegment: { headUuid: "a1", tailUuid: "u2" } }),
      user("s1", "Summary.", { isCompactSummary: true }),
    );
    expect(compactions).toMatchObject([{ keptIds: ["a1", "u2"] }]);
  });

  test("a micro-compaction names the results that were emptied", async () => {
    const { compactions } = await read(
      user("u1", "Read."),
      answer("a1", "m1", [{ type: "tool_use", id: "t1", name: "Read", input: {} }]),
      result("u2", "t1", "text"),
      {
        ...boundary("b1", {}),
        subtype: "microcompact_boundary",
        microcompactMetadata: {
          trigger: "auto",
          preTokens: 900,
          tokensSaved: 400,
          compactedToolIds: ["t1", "t9"],
        },
      },
    );
    expect(compactions).toEqual([
      {
        afterId: "u2",
        method: "prune",
        trigger: "auto",
        clippedIds: ["u2"],
        tokensBefore: 900,
        tokensAfter: 500,
        at: Date.parse("2026-07-01T08:00:00.000Z"),
      },
    ]);
  });

  test("a rewind abandons the branch that the newest line does not follow", async () => {
    const { abandonedIds, items } = await read(
      user("u1", "One."),
      answer("a1", "m1", [{ type: "text", text: "First." }]),
      user("u2", "Wrong way."),
      answer("a2", "m2", [{ type: "text", text: "Wrong." }]),
      user("u3", "Right way.", { parentUuid: "a1" }),
      answer("a3", "m3", [{ type: "text", text: "Right." }]),
    );
    expect(abandonedIds).toEqual(["u2", "a2"]);
    expect(items).toHaveLength(6);
  });

  test("a later last-prompt line names the live branch", async () => {
    const { abandonedIds } = await read(
      user("u1", "One."),
      user("u2", "Left."),
      user("u3", "Right.", { parentUuid: "u1" }),
      { type: "last-prompt", leafUuid: "u2" },
    );
    expect(abandonedIds).toEqual(["u3"]);
  });

  test("lines of a sub-agent are a thread of their own, linked to its call", async () => {
    const side = { isSidechain: true, agentId: "g1" };
    const { threads } = await read(
      user("u1", "Go."),
      answer("a1", "m1", [{ type: "tool_use", id: "t1", name: "Task", input: {} }]),
      user("k1", "Look around.", { ...side, parentUuid: null }),
      answer("k2", "m2", [{ type: "text", text: "Found." }], 5, { ...side, parentUuid: "k1" }),
      result("u2", "t1", "Found.", { toolUseResult: { agentId: "g1" }, parentUuid: "a1" }),
    );
    expect(
      threads.map(({ id, parentId, parentCallId, items }) => [
        id,
        parentId,
        parentCallId,
        items.length,
      ]),
    ).toEqual([
      ["S", undefined, undefined, 3],
      ["g1", "S", "t1", 2],
    ]);
  });

  test("the file of a sub-agent is one thread that names its parent", async () => {
    const side = { isSidechain: true, agentId: "g1" };
    const { threads } = await read(
      user("k1", "Look around.", side),
      answer("k2", "m2", [{ type: "text", text: "Found." }], 5, side),
    );
    expect(threads).toMatchObject([
      { id: "g1", parentId: "S", items: [{ id: "k1" }, { id: "k2" }] },
    ]);
  });

  test("an error answer has no model; an unknown type and a bad line are counted", async () => {
    const text = `${lines(
      user("u1", "Go."),
      answer(
        "a1",
        "m1",
        [{ type: "text", text: "Overloaded" }],
        0,
        { isApiErrorMessage: true },
        "<synthetic>",
      ),
      { type: "hologram", uuid: "h1" },
      { type: "custom-title", customTitle: "Login" },
    )}{"type":"user","uuid":\n{"half`;
    const { threads, problems } = await readSession(text);
    expect(threads[0]).toMatchObject({ title: "Login", models: [] });
    expect(threads[0]?.items[1]?.message).toMatchObject({ finishReason: "error" });
    expect(problems).toEqual([
      { code: "unknown-type", line: 3, count: 1 },
      { code: "bad-line", line: 5, count: 1 },
    ]);
  });

  test("chunks of bytes may end anywhere", async () => {
    const bytes = new TextEncoder().encode(lines(user("u1", "Ünïcode 🙂"), user("u2", "Two.")));
    for (const size of [1, 7, 64]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const { threads } = await readSession(chunks);
      expect(threads[0]?.items.map(({ message }) => textOf(message))).toEqual([
        "Ünïcode 🙂",
        "Two.",
      ]);
    }
  });
});
