import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { textOf } from "@cutpoint/core";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { describe, expect, test } from "vitest";
import { createPlanner } from "../src/planner.ts";
import type { Report } from "../src/report.ts";
import { startChatServer } from "./chat-server.ts";
import { runDemo } from "./demo-process.ts";
import { emptyFolders } from "./empty-folder.ts";

const emptyFolder = emptyFolders();

const FINDINGS = 8;

function reportOf(stdout: string): Report {
  expect(stdout.trimEnd()).not.toContain("\n");
  return JSON.parse(stdout) as Report;
}

/** Returns the numbers of the questions in the only log of a folder, in order. */
async function questionsIn(directory: string): Promise<readonly number[]> {
  await using store = createJsonlStore({ directory });
  const numbers: number[] = [];
  for await (const sessionId of store.sessions())
    for await (const entry of store.read(sessionId))
      if (entry.type === "message" && entry.message.role === "user")
        numbers.push(Number(/^Question (\d+):/.exec(textOf(entry.message))?.[1]));
  return numbers;
}

function largestOf({ requests }: Report): number {
  return Math.max(...requests.map(({ tokens }) => tokens));
}

describe.concurrent("the demo", () => {
  test(
    "it finds everything with a database too, and continues it",
    { tags: ["long"] },
    async () => {
      const cwd = await emptyFolder();
      const run = await runDemo(["--json", "--store", "sqlite"], { cwd });
      expect(run.code, run.stderr).toBe(0);
      const report = reportOf(run.stdout);
      expect(report.findings).toMatchObject({ asked: FINDINGS, found: FINDINGS });
      const again = await runDemo(["--json", "--store", "sqlite", "--resume"], { cwd });
      expect(again.code, again.stderr).toBe(0);
      expect(reportOf(again.stdout).resumed?.entries).toBeGreaterThan(80);
    },
  );

  test("it writes a page of its own run", { tags: ["long"] }, async () => {
    const cwd = await emptyFolder();
    const run = await runDemo(["--html", "page.html", "--store", "memory"], { cwd });
    expect(run.stderr).toBe("");
    const path = /^the page {10}(.+\.html)$/mu.exec(run.stdout)?.[1] ?? "";
    const page = await readFile(join(cwd, path), "utf8");
    expect(page).toMatch(/^<!doctype html>/u);
    const data = gunzipSync(Buffer.from(/id="data">\s*([^<\s]*)/u.exec(page)?.[1] ?? "", "base64"));
    const { source, threads } = JSON.parse(data.toString()) as {
      source: string;
      threads: { messages: unknown[]; compactions: { origin: string }[] }[];
    };
    expect(source).toBe("Cutpoint");
    expect(threads[0]?.messages.length).toBeGreaterThan(20);
    expect(threads[0]?.compactions.map(({ origin }) => origin)).toContain("recorded");
  });

  test(
    "in a window of 16,000 it compacts, is never rejected, and finds everything",
    { tags: ["long"] },
    async () => {
      const cwd = await emptyFolder();
      const run = await runDemo(["--json", "--window", "16000", "--store", "memory"], { cwd });
      expect(run).toMatchObject({ code: 0, stderr: "" });
      const report = reportOf(run.stdout);
      expect(report.window).toBe(16_000);
      expect(report.requests.length).toBeGreaterThan(80);
      expect(report.toolCalls).toBeGreaterThanOrEqual(80);
      expect(largestOf(report)).toBeLessThanOrEqual(16_000);
      expect(report.compactions.length).toBeGreaterThanOrEqual(3);
      for (const { tokensBefore, tokensAfter } of report.compactions)
        expect(tokensAfter).toBeLessThan(tokensBefore);
      expect(report.refused).toBe(0);
      expect(report.findings).toMatchObject({ asked: FINDINGS, found: FINDINGS });
      expect(report.findings.fromContext + report.findings.fromSearch).toBe(FINDINGS);
      expect(report.answers.right).toBe(report.answers.asked);
      expect(report.wholeConversation).toBeGreaterThan(2 * 16_000);
      for (const { tokens, system, summary, kept, new: fresh } of report.requests) {
        expect(system + summary + kept + fresh).toBe(tokens);
        expect(system).toBeGreaterThan(0);
      }
      expect(report.log).toBeNull();
      expect(report).not.toHaveProperty("resumed");
      expect(existsSync(join(cwd, ".cutpoint"))).toBe(false);
    },
  );

  test(
    "the demo leaves a branch with a summary, uses its findings on the other, and returns to it",
    { tags: ["long"] },
    async () => {
      const cwd = await emptyFolder();
      const run = await runDemo(["--branches", "--store", "memory"], { cwd });
      expect(run).toMatchObject({ code: 0, stderr: "" });
      const places = [
        "leaving this branch for the answer to question 2, with a summary",
        "The user left another branch of this conversation",
        "Question 32 (12 of 12 in this run)",
        "● the findings (here)\n     ○ the investigation",
        "leaving this branch for the investigation",
        "○ the findings\n     ● the investigation (here)",
        "branches left     2, 1 with a summary",
        "6 asked for, 6 found",
      ].map((line) => run.stdout.indexOf(line));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((left, right) => left - right));
    },
  );

  test(
    "the smallest window works, and a large one needs no compaction",
    { tags: ["long"] },
    async () => {
      const cwd = await emptyFolder();
      const [small, large] = await Promise.all(
        ["8000", "200000"].map(async (window) => {
          const run = await runDemo(["--json", "--store", "memory", "--window", window], { cwd });
          expect(run.code).toBe(0);
          return reportOf(run.stdout);
        }),
      );
      expect(largestOf(small!)).toBeLessThanOrEqual(8_000);
      expect(small!.compactions.length).toBeGreaterThan(3);
      expect(large!.compactions).toEqual([]);
      expect(large!.findings).toMatchObject({ found: FINDINGS, fromContext: FINDINGS });
    },
  );

  test(
    "prints plain narrow lines and a command that works; --resume continues the log",
    { tags: ["long"] },
    async () => {
      const cwd = await emptyFolder();
      const { stdout, code } = await runDemo([], { cwd });
      expect(code).toBe(0);
      expect(stdout).not.toContain("\u001b");
      const lines = stdout.trimEnd().split("\n");
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
      expect(stdout).toContain("╭─ compacting: ");
      expect(stdout).toContain("╰─ done");
      const found = execFileSync("sh", ["-c", lines.at(-1)!], { cwd, encoding: "utf8" });
      expect(found).toContain("Finding 1: zod is installed");
      expect(found).toContain("Finding 34: ");

      const resumed = await runDemo(["--json", "--resume"], { cwd });
      expect(resumed).toMatchObject({ code: 0, stderr: "" });
      const report = reportOf(resumed.stdout);
      expect(lines).toContain(`the log           ${report.log}`);
      expect(existsSync(join(cwd, report.log!))).toBe(true);
      expect(report.resumed!.entries).toBeGreaterThan(80);
      expect(report.requests[0]!.kept).toBeGreaterThan(0);
      expect(report.requests[0]!.summary).toBeGreaterThan(0);
      expect(report.compactions.length).toBeGreaterThan(0);
      expect(report.findings).toMatchObject({ asked: FINDINGS, found: FINDINGS });
      expect(report.refused).toBe(0);

      await runDemo([], { cwd, killAt: "Question 2 of" });
      const names = await readdir(join(cwd, ".cutpoint/demo"));
      expect(names.filter((name) => name.endsWith(".jsonl"))).toHaveLength(2);
    },
  );

  test(
    "a run that was killed continues at the question where it stopped",
    { tags: ["long"] },
    async () => {
      const cwd = await emptyFolder();
      const killed = await runDemo([], { cwd, killAt: "Question 12 of" });
      expect(killed.code).toBeNull();
      const answered = [...killed.stdout.matchAll(/= Finding (\d+):/g)].map(([, digits]) => digits);
      const run = await runDemo(["--resume"], { cwd });
      expect(run.code).toBe(0);
      expect(run.stdout).toContain("continuing a log of");
      expect(run.stdout).not.toMatch(/^Question [1-9] /m);
      for (const number of answered) expect(run.stdout).not.toContain(`= Finding ${number}:`);
      expect(run.stdout).toMatch(/^Question 26 /m);
      const questions = await questionsIn(join(cwd, ".cutpoint/demo"));
      expect(questions.slice(0, 26)).toEqual(Array.from({ length: 26 }, (_, index) => index + 1));
      expect(run.stdout).toContain("8 asked for, 8 found");
    },
  );

  test(
    "with a key the same loop talks to a model through the openai client",
    { tags: ["long"] },
    async () => {
      await using server = await startChatServer(createPlanner({ pageLines: 80 }), 16_000);
      const env = {
        OPENAI_API_KEY: "key",
        OPENAI_BASE_URL: server.baseURL,
        OPENAI_MODEL: "test-model",
      };
      const run = await runDemo(["--json", "--store", "memory"], { cwd: await emptyFolder(), env });
      expect(run).toMatchObject({ code: 0, stderr: "" });
      const report = reportOf(run.stdout);
      expect(report.model).toBe("test-model");
      expect(report.refused).toBe(0);
      expect(report.findings.found).toBe(FINDINGS);
      expect(report.compactions.length).toBeGreaterThanOrEqual(3);
      const requests = server.requests();
      expect(requests).toHaveLength(report.requests.length);
      expect(requests.every(({ model }) => model === "test-model")).toBe(true);
      expect(requests[0]!.tools.map(({ function: { name } }) => name)).toEqual([
        "list_files",
        "read_file",
        "grep",
        "run_command",
        "search_history",
      ]);
    },
  );

  test(
    "the demo recovers if the window of the provider is smaller",
    { tags: ["long"] },
    async () => {
      await using server = await startChatServer(createPlanner({ pageLines: 80 }), 13_000);
      const env = { OPENAI_API_KEY: "key", OPENAI_BASE_URL: server.baseURL };
      const values = ["--json", "--store", "memory", "--window", "24000"];
      const report = reportOf((await runDemo(values, { cwd: await emptyFolder(), env })).stdout);
      expect(report.refused).toBeGreaterThan(0);
      expect(report.compactions.some(({ reason }) => reason === "overflow")).toBe(true);
      expect(report).not.toHaveProperty("failure");
      expect(report.findings.found).toBe(FINDINGS);
    },
  );

  test("an unreachable provider ends the run with the reason", async () => {
    const env = { OPENAI_API_KEY: "key", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
    const values = ["--json", "--store", "memory"];
    const run = await runDemo(values, { cwd: await emptyFolder(), env });
    expect(run.code).toBe(1);
    expect(reportOf(run.stdout)).toMatchObject({
      failure: expect.stringMatching(/connection/i) as string,
      findings: { asked: FINDINGS, found: 0 },
    });
  });

  test("--resume without a log is rejected in one line, with exit code 2", async () => {
    const cwd = await emptyFolder();
    const { code, stdout, stderr } = await runDemo(["--resume"], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^demo: --resume: \.cutpoint\/demo contains no log to continue.*\n$/);
    expect(await readdir(cwd)).toEqual([]);
  });
});
