import { textOf } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { liveItems, readSession } from "../src/index.ts";
import { answer, lines, reset, user } from "./support/claude-lines.ts";

const at = "2026-07-01T08:00:00.000Z";

/** A linear session of pi with so many messages. */
function piLines(count: number): string[] {
  const header = { type: "session", version: 3, id: "s", timestamp: at, cwd: "/w" };
  const messages = Array.from({ length: count }, (_, index) => ({
    type: "message",
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    timestamp: at,
    message: {
      role: index % 2 === 0 ? "user" : "assistant",
      content: [{ type: "text", text: `m${index}` }],
    },
  }));
  return [header, ...messages].map((record) => JSON.stringify(record));
}

async function liveTexts(file: string | Uint8Array): Promise<readonly string[]> {
  const [thread] = (await readSession(file)).threads;
  return thread === undefined ? [] : liveItems(thread).map(({ message }) => textOf(message));
}

describe("a damaged file", () => {
  reset();

  test("a lost parent does not cut off the past", async () => {
    const file = piLines(6).toSpliced(3, 1, "\0".repeat(40)).join("\n");
    expect(await liveTexts(file)).toEqual(["m0", "m1", "m3", "m4", "m5"]);
  });

  test("entries without parents are a list", async () => {
    const file = piLines(4).map((line) => line.replace(/"parentId":"e\d"/, '"parentId":null'));
    expect(await liveTexts(file.join("\n"))).toEqual(["m0", "m1", "m2", "m3"]);
  });

  test("complete records around a torn one on the same line are read, whatever the place of the tear", async () => {
    const [header = "", first = "", torn = "", last = ""] = piLines(3);
    for (let end = 1; end < torn.length; end += 1) {
      const { records, threads } = await readSession(
        `${header}\n${first}${torn.slice(0, end)}${last}\n`,
      );
      expect(threads[0]?.items.map(({ id }) => id)).toEqual(["e0", "e2"]);
      expect(records).toMatchObject({
        total: 4,
        used: 3,
        unused: [{ reason: "bad-line", bytes: end }],
      });
    }
  });

  test.each(["utf-8", "utf-16"])("a byte order mark of %s is skipped", async (encoding) => {
    const text = `\uFEFF${piLines(2).join("\r\n")}`;
    const bytes = Buffer.from(text, encoding === "utf-8" ? "utf8" : "utf16le");
    expect(await liveTexts(bytes)).toEqual(["m0", "m1"]);
    expect(await liveTexts(text)).toEqual(["m0", "m1"]);
  });

  test("a list that is cut off keeps its complete messages", async () => {
    const list = ["a", "b", "c"].map((content) => ({
      role: "user",
      content: [{ type: "text", text: content }],
    }));
    for (const document of [list, { model: "m", messages: list }]) {
      const text = JSON.stringify(document);
      const { records, threads } = await readSession(text.slice(0, text.indexOf('"c"')));
      expect(threads[0]?.items.map(({ message }) => textOf(message))).toEqual(["a", "b"]);
      expect(records).toMatchObject({ unused: [{ reason: "bad-line", messages: 1 }] });
    }
  });

  test("counts that are negative and times that are no date are left out", async () => {
    const file = lines(
      user("u1", "Go.", { timestamp: 1e300 }),
      answer("a1", "m1", [{ type: "text", text: "Yes." }], -5),
    );
    const [thread] = (await readSession(file)).threads;
    expect(thread?.items[0]).not.toHaveProperty("at");
    expect(thread?.items[1]?.message).toMatchObject({ usage: { outputTokens: 0 } });
  });

  test("a splitter that meets a million braces takes linear time", async () => {
    const file = `${lines(user("u1", "Go."))}${'{"a":'.repeat(200_000)}\n${'{"a":"'.repeat(200_000)}\n`;
    const { records } = await readSession(file);
    expect(records).toMatchObject({ total: 3, used: 1 });
  });
});

describe("messages in other places", () => {
  reset();
  const operation = (name: string, content?: string) => ({
    type: "queue-operation",
    operation: name,
    sessionId: "S",
    timestamp: at,
    ...(content === undefined ? {} : { content }),
  });

  test("words typed while the agent works are the user's, once, and behind the results", async () => {
    const file = lines(
      user("u1", "Run the tests."),
      answer("a1", "m1", [{ type: "tool_use", id: "t1", name: "Bash", input: {} }]),
      operation("enqueue", "Do the new tasks too."),
      operation("remove"),
      user("u2", [{ type: "tool_result", tool_use_id: "t1", content: "ok" }]),
      answer("a2", "m2", [{ type: "text", text: "Pushed." }]),
      operation("enqueue", "Repeated."),
      operation("dequeue"),
      user("u3", "Repeated."),
      operation("enqueue", "Taken back."),
      operation("popAll"),
      operation("enqueue", "Still waiting."),
    );
    const { records, threads } = await readSession(file);
    expect(threads[0]?.items.map(({ message }) => textOf(message))).toEqual([
      "Run the tests.",
      "",
      "ok",
      "Do the new tasks too.",
      "Pushed.",
      "Repeated.",
      "Still waiting.",
    ]);
    expect(records).toMatchObject({ total: 12, used: 7 });
  });

  test("a history that only a compaction record of Codex contains is restored", async () => {
    const item = (role: string, text: string) => ({
      type: "message",
      role,
      content: [{ type: role === "user" ? "input_text" : "output_text", text }],
    });
    const record = (type: string, payload: object) => ({ timestamp: at, type, payload });
    const file = lines(
      record("session_meta", { id: "x", cwd: "/w" }),
      record("compacted", {
        message: "The test was fixed.",
        replacement_history: [item("user", "Fix the test."), item("user", "The test was fixed.")],
      }),
      record("response_item", item("user", "Go on.")),
      record("event_msg", { type: "user_message", message: "Go on." }),
    );
    const [thread] = (await readSession(file)).threads;
    expect(
      thread?.items.map(({ message }) => [
        message.role === "user" && message.provenance,
        textOf(message),
      ]),
    ).toEqual([
      ["user", "Fix the test."],
      ["summary", "The test was fixed."],
      ["user", "Go on."],
    ]);
    expect(thread?.compactions[0]?.keptIds).toEqual([thread?.items[0]?.id]);
  });
});

describe("files of other tools", () => {
  test.each([
    [
      "Grok",
      [
        { type: "user", content: "Hi.", prompt_index: 0 },
        { type: "reasoning", summary: [] },
      ],
    ],
    [
      "Antigravity",
      [{ step_index: 0, source: "USER_EXPLICIT", type: "USER_INPUT", content: "Hi." }],
    ],
    [
      "Factory Droid",
      [
        { type: "session_start", id: "d" },
        { type: "message", id: "m", message: { role: "user", content: "Hi." } },
      ],
    ],
    ["Gemini API", [{ role: "user", parts: [{ text: "Hi." }] }]],
    [
      "Bedrock Converse",
      [
        { role: "user", content: [{ text: "Hi." }] },
        { role: "assistant", content: [{ toolUse: {} }] },
      ],
    ],
    ["Cursor", [{ role: "user", message: { content: [{ type: "text", text: "Hi." }] } }]],
  ])("a file of %s is named", async (tool, records) => {
    await expect(readSession(lines(...records))).rejects.toThrow(`it looks like a file of ${tool}`);
  });

  test("a record of another tool does not change the format", async () => {
    const chat = { role: "user", content: "Hi." };
    const foreign = user("u1", "Not mine.");
    const { records, source } = await readSession(lines(chat, chat, foreign, chat));
    expect(source.format).toBe("openai-chat");
    expect(records).toMatchObject({
      total: 4,
      used: 3,
      unused: [{ reason: "unknown-type", line: 3 }],
    });
  });
});
