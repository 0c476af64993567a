import { readFileSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assistantMessage, type Message, toolMessage, userMessage } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import { createMemoryStore } from "@cutpoint/store-memory";
import { describe, expect, test } from "vitest";
import { findRepository } from "../src/repository.ts";
import { cappedText } from "../src/tools/capped-text.ts";
import { createToolbox, type Toolbox } from "../src/tools/toolbox.ts";
import { emptyFolders } from "./empty-folder.ts";

const emptyFolder = emptyFolders();

const root = findRepository();

function toolbox(options: Partial<Parameters<typeof createToolbox>[0]> = {}): Toolbox {
  return createToolbox({
    root,
    store: createMemoryStore(),
    sessionId: "s",
    resultCharacters: 6_000,
    ...options,
  });
}

async function run(name: string, values: unknown, box: Toolbox = toolbox()): Promise<string> {
  const { text, failed } = await box.run(name, JSON.stringify(values));
  return failed ? `FAILED ${text}` : text;
}

describe("the tools on this repository", () => {
  test("list_files lists folders and files with their bytes", async () => {
    const text = await run("list_files", { path: "apps/demo" });
    const bytes = readFileSync(join(root, "apps/demo/package.json")).length;
    expect(text).toMatch(/^apps\/demo: \d+ entries\n/);
    expect(text).toContain(`\npackage.json  ${bytes}`);
    expect(text).toContain("\nsrc/");
  });

  test("read_file returns the lines of a range with their numbers", async () => {
    const lines = readFileSync(join(root, "package.json"), "utf8").split("\n");
    expect(await run("read_file", { path: "package.json", from_line: 2, to_line: 3 })).toBe(
      `package.json lines 2-3 of ${lines.length - 1}\n2\t${lines[1]}\n3\t${lines[2]}`,
    );
    expect(await run("read_file", { path: "package.json", from_line: 9_999 })).toContain(
      "FAILED error: package.json has",
    );
    expect(await run("read_file", { path: "package.json", from_line: 3, to_line: 2 })).toContain(
      "FAILED error: to_line 2 is before from_line 3",
    );
  });

  test("grep finds lines by expression and skips installed files", async () => {
    const text = await run("grep", { pattern: "const STATE_VERSION\\b", path: "packages" });
    expect(text).toMatch(
      /^1 lines match in 1 files\npackages\/core\/src\/message\/state\.ts:\d+: export const STATE_VERSION = /,
    );
    expect(await run("grep", { pattern: "(", path: "packages" })).toContain(
      "FAILED error: Invalid",
    );
  });

  test("run_command runs allowed commands", async () => {
    const lines = readFileSync(join(root, "package.json"), "utf8").split("\n").length - 1;
    expect(await run("run_command", { command: "wc -l package.json" })).toBe(
      `exit code 0\n${lines} package.json\n`,
    );
    expect(await run("run_command", { command: "node --version" })).toBe(
      `exit code 0\n${process.version}\n`,
    );
  });

  test.each([
    "rm -rf .",
    "wc -l package.json; rm x",
    "wc --files0-from=package.json",
    "wc -l --files0-from=package.json",
    "wc -l ../../etc/passwd",
    "node --eval 1",
    "node --version --eval 1",
    "git log --oneline -3 --output=x",
    "git ls-files --exec=x",
    "git push",
    "$(wc -l package.json)",
  ])("run_command does not run %s", async (command) => {
    expect(await run("run_command", { command })).toMatch(/^FAILED error: /);
  });

  test.each([
    ["list_files", { path: ".." }],
    ["read_file", { path: "../outside.txt" }],
    ["read_file", { path: "/etc/hosts" }],
    ["grep", { pattern: "x", path: "packages/../.." }],
  ])("%s %j stays inside of the tree", async (name, values) => {
    expect(await run(name, values)).toContain("is outside of the source tree");
  });

  test("a link that leads out of the tree is not followed", async () => {
    const folder = await emptyFolder();
    const outside = await emptyFolder();
    await writeFile(join(outside, "secret.txt"), "secret\n");
    await symlink(join(outside, "secret.txt"), join(folder, "link.txt"));
    const box = toolbox({ root: folder });
    expect(await run("read_file", { path: "link.txt" }, box)).toContain("is outside");
    expect(await run("grep", { pattern: "secret", path: "." }, box)).toBe(
      "0 lines match in 0 files",
    );
  });

  test.each([
    ["no JSON", "read_file", "{path"],
    ["a missing argument", "read_file", "{}"],
    ["an argument of another type", "read_file", '{"path":1}'],
    ["an unknown argument", "list_files", '{"path":".","deep":true}'],
    ["an unknown tool", "write_file", "{}"],
  ])("%s is a failed result with an error message", async (_, name, values) => {
    const { text, failed } = await toolbox().run(name, values);
    expect(failed).toBe(true);
    expect(text).toMatch(/^error: ./);
  });

  test("every tool describes its arguments as a JSON schema", () => {
    for (const { function: described } of toolbox().definitions) {
      expect(described.parameters).toMatchObject({ type: "object", additionalProperties: false });
      expect(described.description).not.toBe("");
    }
  });
});

describe("a result that is too long", () => {
  const long = Array.from({ length: 500 }, (_, index) => `line ${index}`).join("\n");

  test("keeps head and tail as whole lines and reports the gap", () => {
    const text = cappedText(long, 600);
    expect(text).toMatch(/^line 0\nline 1\n/);
    expect(text).toMatch(/\nline 498\nline 499$/);
    const [, lines, characters] =
      /\n\[… (\d+) lines \((\d+) characters\) left out:.*\]\n/.exec(text) ?? [];
    const shown = text.split("\n").filter((line) => line.startsWith("line")).length;
    expect(shown + Number(lines)).toBeGreaterThanOrEqual(500);
    expect(text.length).toBeLessThan(600 + 120);
    expect(Number(characters)).toBeGreaterThan(long.length - 620);
  });

  test("is capped by the toolbox", async () => {
    const box = toolbox({ resultCharacters: 300 });
    const { text } = await box.run("read_file", '{"path":"pnpm-lock.yaml","to_line":200}');
    expect(text).toContain("left out");
    expect(text.length).toBeLessThan(420);
  });

  test("a text that fits, and one without line breaks", () => {
    expect(cappedText("short", 5)).toBe("short");
    expect(cappedText("x".repeat(100), 30)).toMatch(
      /^x{20}\n\[… 1 lines \(70 characters\).*\]\nx{10}$/,
    );
  });
});

describe("search_history", () => {
  async function historyOf(messages: readonly Message[]): Promise<Toolbox> {
    const store = createMemoryStore();
    const entries = messages.map((message, index): Entry => ({
      type: "message",
      id: `m${index}`,
      parentId: index === 0 ? null : `m${index - 1}`,
      at: index,
      message,
    }));
    await store.append("s", entries, { expectedHead: null });
    return toolbox({ store });
  }

  const searching = { callId: "c", name: "search_history", arguments: '{"query":"Finding 1:"}' };
  const messages: readonly Message[] = [
    userMessage("Question 1: Which version?"),
    assistantMessage("Finding 1: zod is installed in version 4.0.0."),
    assistantMessage("Finding 11: nothing."),
    assistantMessage("", [searching]),
    toolMessage(searching, "Finding 1: an old result"),
  ];

  test("finds a phrase in all messages except its own results", async () => {
    expect(await run("search_history", { query: "finding 1:" }, await historyOf(messages))).toBe(
      '1 of 4 messages contain "finding 1:"\n\nmessage 2, assistant:\nFinding 1: zod is installed in version 4.0.0.',
    );
  });

  test("falls back to messages that contain all words", async () => {
    const text = await run("search_history", { query: "version zod" }, await historyOf(messages));
    expect(text).toContain("1 of 4 messages");
    expect(text).toContain("4.0.0");
  });

  test("finds nothing if no message matches", async () => {
    expect(await run("search_history", { query: "licence" }, await historyOf(messages))).toBe(
      '0 of 4 messages contain "licence"',
    );
  });

  test("shows the surroundings of a hit in a long message", async () => {
    const long = `${"a ".repeat(1_000)}needle${" z".repeat(1_000)}`;
    const text = await run(
      "search_history",
      { query: "needle" },
      await historyOf([userMessage(long)]),
    );
    expect(text).toContain("needle");
    expect(text.length).toBeLessThan(500);
  });
});
