import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tuning } from "@cutpoint/eval";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generatedSession } from "../../eval/test/support/boats.ts";
import { runCommand } from "../src/command.ts";
import { toProvider } from "../src/provider-messages.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-tune-"));
  const { messages } = generatedSession(1);
  const chat = toProvider(messages, "chat", "openai-chat");
  await writeFile(join(folder, "chat.json"), JSON.stringify(chat));
  await writeFile(join(folder, "other.json"), '{"name":"no session"}');
});

afterAll(() => rm(folder, { recursive: true }));

async function tune(...values: string[]) {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(["tune", ...values], {
    print: (line) => out.push(line),
    printError: (line) => errors.push(line),
  });
  return { code, out: out.join("\n"), errors: errors.join("\n") };
}

test("a folder: the table, a policy to paste, and the page", async () => {
  const html = join(folder, "page.html");
  const { code, errors, out } = await tune(folder, "--window", "4_000", "--html", html);
  expect(errors).toMatch(/^skipped .*other\.json: /u);
  expect(out).toMatch(/^1 session, [\d,]+ tokens, in a window of 4,000 tokens$/mu);
  expect(out).toMatch(/^[*> ] default {2,}\d+\.\d\d {2,}\d+\.\d % {2,}[\d,]+ {2,}\d+\.\d$/mu);
  expect(JSON.parse(out.split("\n").at(-1) ?? "")).toBeTypeOf("object");
  expect(await readFile(html, "utf8")).toContain("Policies compared");
  expect(code).toBe(0);
});

test("sessions in subfolders, as Codex stores them", async () => {
  const sessions = join(folder, "sessions");
  const day = join(sessions, "2026", "11", "27");
  await mkdir(day, { recursive: true });
  await copyFile(join(folder, "chat.json"), join(day, "chat.json"));
  const { out } = await tune(sessions, "--window", "4000");
  expect(out).toMatch(/^1 session, /u);
});

test("a session as JSON", async () => {
  const { out } = await tune(join(folder, "chat.json"), "--window", "4000", "--json");
  const { policies, recommended } = JSON.parse(out) as Tuning;
  expect(policies.find(({ name }) => name === "default")?.policy).toEqual({});
  expect(policies).toContainEqual(recommended);
});

test("without a window, one that the session fills twice", async () => {
  const { errors, out } = await tune(join(folder, "chat.json"));
  expect(errors).toMatch(/^--window is not set: replayed in a window of \d,000 tokens$/mu);
  expect(out).toMatch(/, in a window of \d,000 tokens$/mu);
});

test.each([
  [["--window", "0"], /--window is "0": expected a whole number above 0/u],
  [["--window", "200000"], /windowTokens is 200000: expected less than the longest session/u],
])("%j is rejected", async (flags, message) => {
  const { code, errors } = await tune(join(folder, "chat.json"), ...flags);
  expect(code).toBe(2);
  expect(errors).toMatch(message);
});
