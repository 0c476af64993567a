import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, readFileSync } from "node:fs";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answer, lines, result, user } from "../../../readers/test/support/claude-lines.ts";
import { answerEvent } from "../../src/hook/answer-event.ts";
import { briefOf } from "../../src/hook/brief.ts";
import { openTranscript } from "../../src/hook/transcript-bytes.ts";

/** Events of Claude Code 2.1.332 and Codex 0.171.0, with other paths. */
const EVENTS = readFileSync(join(import.meta.dirname, "recorded-events.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

const isOfCodex = (event: (typeof EVENTS)[number]): boolean =>
  String(event["transcript_path"]).includes(".codex");
const isCompact = (event: (typeof EVENTS)[number]): boolean => event["source"] === "compact";
const COMPACT_EVENTS = EVENTS.filter(isCompact);

const KEY = `sk-ant-api03-${"aB3dE5fG7h".repeat(6)}`;
const STATEMENT = "Anna moved the launch to 14 May, with a budget of 8,250 EUR.";
const RULE = "Never push to the branch main.";

/** Work of 60 calls after the words of the user, as Claude Code writes it. */
const CLAUDE = lines(
  user("u1", `${STATEMENT} ${RULE} The key is ${KEY}.`),
  ...Array.from({ length: 60 }, (_, index) => [
    answer(`a${index}`, `m${index}`, [
      {
        type: "tool_use",
        id: `t${index}`,
        name: "Edit",
        input: {
          file_path: `/home/u/app/src/part-${index}.ts`,
          old_string: "",
          new_string: `limit = ${index}`,
        },
      },
    ]),
    result(`r${index}`, `t${index}`, `Updated part-${index}.ts. `.repeat(30)),
  ]).flat(),
  user("u2", "Now set the retry limit to 17 attempts."),
  answer("a61", "m61", [{ type: "text", text: "Next I change `retry-limit` in src/part-59.ts." }]),
);

const CODEX = [
  { type: "session_meta", payload: { id: "S", cwd: "/home/u/app", cli_version: "0.171.0" } },
  ...codexWords("user", "input_text", `${STATEMENT} ${RULE} The key is ${KEY}.`),
  ...Array.from({ length: 60 }, (_, index) => [
    {
      type: "response_item",
      payload: {
        type: "custom_tool_call",
        name: "apply_patch",
        input: `*** Begin Patch\n*** Update File: src/part-${index}.ts\n+limit = ${index}\n*** End Patch`,
        call_id: `t${index}`,
      },
    },
    {
      type: "response_item",
      payload: {
        type: "custom_tool_call_output",
        call_id: `t${index}`,
        output: `Success. Updated src/part-${index}.ts. `.repeat(30),
      },
    },
  ]).flat(),
  ...codexWords("user", "input_text", "Now set the retry limit to 17 attempts."),
  ...codexWords("assistant", "output_text", "Next I change `retry-limit` in src/part-59.ts."),
]
  .map((record) => `${JSON.stringify({ timestamp: "2026-07-01T08:00:00.000Z", ...record })}\n`)
  .join("");

function codexWords(role: string, type: string, words: string): readonly object[] {
  const content = [{ type, text: words }];
  return [{ type: "response_item", payload: { type: "message", role, content } }];
}

/** A busy machine needs more than the deadline. */
const PATIENT_MS = 60_000;

let folder = "";
let file = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-hook-"));
  file = join(folder, "session.jsonl");
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

async function answerTo(event: object, deadlineMs = PATIENT_MS): Promise<string | null> {
  return answerEvent(streamOf(JSON.stringify({ ...event, transcript_path: file })), deadlineMs);
}

async function* streamOf(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}

function briefIn(output: string | null): string {
  const { hookSpecificOutput: specific } = JSON.parse(output ?? "null") as {
    readonly hookSpecificOutput: { readonly additionalContext: string };
  };
  expect(specific).toMatchObject({ hookEventName: "SessionStart" });
  return specific.additionalContext;
}

describe("after a compaction", () => {
  test.each([
    ["Claude Code", COMPACT_EVENTS.find((event) => !isOfCodex(event)), CLAUDE],
    ["Codex", COMPACT_EVENTS.find(isOfCodex), CODEX],
  ])("%s receives rules, statements, open work, files and values", async (_, event, transcript) => {
    await writeFile(file, transcript);
    const brief = briefIn(await answerTo(event ?? {}));
    expect(brief.length).toBeLessThanOrEqual(9_000);
    const [, rules = "", rest = ""] = /<user-rules>(.*?)<\/user-rules>(.*)/su.exec(brief) ?? [];
    expect(rules).toContain(RULE);
    expect(rest).toContain(STATEMENT);
    expect(rest).toContain("set the retry limit to 17 attempts");
    expect(rest).toContain("Next I change `retry-limit` in src/part-59.ts");
    expect(rest).toMatch(/<modified-files>[^<]*src\/part-59\.ts/u);
    expect(brief).not.toContain(KEY);
  });

  test("a session receives the same text only once in a row", async () => {
    await writeFile(file, CLAUDE);
    const [event = {}] = COMPACT_EVENTS;
    const first = await answerTo(event);
    expect(await answerTo(event)).toBeNull();
    expect(await answerTo({ ...event, session_id: "another" })).toBe(first);
    await appendFile(file, lines(user("u9", "The port is 4711.")));
    expect(briefIn(await answerTo(event))).toContain("The port is 4711.");
  });

  test("a short conversation is quoted", async () => {
    await writeFile(file, lines(user("u1", STATEMENT)));
    expect(briefIn(await answerTo(COMPACT_EVENTS[0] ?? {}))).toContain(`[User]: ${STATEMENT}`);
  });

  test("without time for a summary the words of the user and the files remain", async () => {
    await writeFile(file, CLAUDE);
    const brief = await briefOf(file, 0);
    expect(brief).toContain(STATEMENT);
    expect(brief).toContain("<modified-files>");
  });
});

test("Claude Code receives instructions for the summary, Codex none", async () => {
  const outputs = EVENTS.filter((event) => event["hook_event_name"] === "PreCompact").map(
    async (event) => [isOfCodex(event), await answerTo(event)],
  );
  expect(await Promise.all(outputs)).toEqual([
    [false, expect.stringMatching(/^Copy numbers, names, .* verbatim/u)],
    [true, null],
  ]);
});

test.each(
  EVENTS.filter((event) => !isCompact(event) && event["hook_event_name"] !== "PreCompact").map(
    (event): [unknown, unknown, object] => [event["hook_event_name"], event["source"], event],
  ),
)("%s %s has no answer", async (_, __, event) => {
  await writeFile(file, CLAUDE);
  expect(await answerTo(event)).toBeNull();
});

test.each(["", "{", "null", "[]", '{"hook_event_name":"SessionStart","source":"compact"}'])(
  "the input %j has no answer",
  async (input) => {
    expect(await answerEvent(streamOf(input))).toBeNull();
  },
);

test.each([
  ["is missing", null],
  ["is empty", ""],
  ["is of no known tool", "hello\nworld\n"],
  ["is of another tool", '[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}]'],
])("a transcript that %s has no answer", async (_, content) => {
  if (content !== null) await writeFile(file, content);
  expect(await answerTo(COMPACT_EVENTS[0] ?? {})).toBeNull();
});

test("the deadline ends the wait for an event", async () => {
  vi.useFakeTimers();
  const waiting = answerEvent(
    (async function* () {
      yield await new Promise<Uint8Array>(() => {});
    })(),
  );
  await vi.advanceTimersByTimeAsync(1_700);
  expect(await waiting).toBeNull();
});

test("a late answer has rules, statements and files, and no summary", async () => {
  await writeFile(file, CLAUDE);
  const brief = briefIn(await answerTo(COMPACT_EVENTS[0] ?? {}, 0));
  for (const each of [RULE, STATEMENT, "17 attempts", "/home/u/app/src/part-59.ts"])
    expect(brief).toContain(each);
  expect(brief).not.toContain("retry-limit");
});

test("the program ends with 0 and writes nothing to standard error", async () => {
  const main = join(import.meta.dirname, "../../src/main.ts");
  const command = spawn(process.execPath, ["--conditions=@cutpoint/source", main, "hook"]);
  command.stdin.end("no event");
  const [output, errors] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, "exit"),
  ]);
  expect({ code: command.exitCode, output, errors }).toEqual({ code: 0, output: "", errors: "" });
});

test("of the older part of a transcript, only short lines of the user are read", async () => {
  await writeFile(file, CLAUDE);
  const all = await text(createReadStream(file));
  const sizes = [1, 1_000, 20_000, all.length];
  const reads = sizes.flatMap((most) =>
    sizes.filter((newest) => newest <= most).map((newest) => ({ most, newest })),
  );
  for (const { most, newest } of reads) {
    const bytes = await openTranscript(file, most);
    const read = await text(bytes(newest));
    expect(await text(bytes(newest))).toBe(read);
    expect(read.endsWith(all.slice(-newest))).toBe(true);
    expect(read).toContain(STATEMENT);
    const lost = all.split("\n").filter((line) => !read.includes(line));
    expect(lost.filter((line) => /"role":"user","content":"/u.test(line))).toEqual([]);
    expect(lost.some((line) => line.includes("tool_result"))).toBe(newest < all.length / 2);
    expect(lost.length > 0).toBe(newest < all.length / 2);
  }
});

test("a transcript of 100 MB takes less than the deadline", { tags: ["long"] }, async () => {
  const noise = lines(result("r", "t", "x = 1; ".repeat(1_500))).repeat(90);
  await writeFile(file, CLAUDE);
  for (let size = 0; size < 100e6; size += noise.length)
    await appendFile(
      file,
      noise.replaceAll('"uuid":"r"', () => `"uuid":"r${size}"`),
    );
  await appendFile(file, CLAUDE.replaceAll(/"uuid":"/gu, '"uuid":"b'));
  const before = process.cpuUsage();
  const brief = await briefOf(file, performance.now() + PATIENT_MS);
  const { system, user: own } = process.cpuUsage(before);
  expect((system + own) / 1_000).toBeLessThan(1_700);
  expect(brief).toContain(STATEMENT);
  expect(brief).toContain("17 attempts");
});
