import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rulesText } from "../src/rules/rule-table.ts";

const COMMAND = [
  "--conditions=@cutpoint/source",
  join(import.meta.dirname, "..", "src", "main.ts"),
] as const;

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "cutpoint-provider-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function run(
  ...values: readonly string[]
): Promise<{ code: number; out: string; error: string }> {
  return promisify(execFile)(process.execPath, [...COMMAND, ...values]).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      out: stdout,
      error: stderr,
    }),
  );
}

type Served = ChildProcessByStdio<null, Readable, null>;

function serve(...values: readonly string[]): Served {
  return spawn(process.execPath, [...COMMAND, ...values], { stdio: ["ignore", "pipe", "inherit"] });
}

test("--rules prints the table, --help the options", async () => {
  expect(await run("--rules")).toEqual({ code: 0, out: rulesText(), error: "" });
  const { code, out } = await run("--help");
  expect(code).toBe(0);
  expect(out).toContain("--overflow <mode>");
});

describe("invalid arguments are named, and no provider starts", () => {
  test.each([
    [["--port", "x"], "--port is x: expected a whole number, 0 or more"],
    [["--port", "99999"], "port is 99999: expected a whole number from 0 to 65535"],
    [["--window", "0"], "--window is 0: expected a whole number, 1 or more"],
    [["--overflow", "ignore"], "--overflow is ignore: expected refuse, fail-in-stream"],
    [["--script", "none.json"], "--script is none.json: expected a readable file"],
    [["--windows", "5"], "'--windows'"],
    [["4010"], "4010"],
  ])("%j", async (values, message) => {
    const { code, out, error } = await run(...values);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(error).toContain(message);
    expect(error).toContain("--help");
  });

  test("in a script", async () => {
    const file = join(directory, "broken.json");
    await writeFile(file, "[");
    expect((await run("--script", file)).error).toContain("expected a file with valid JSON");
    await writeFile(file, '[{ "type": "answer", "text": 5 }]');
    expect((await run("--script", file)).error).toMatch(/expected string[^]*\[0\]\.text/);
  });
});

test("serves a script, prints a line for each request, and stops on SIGTERM", async () => {
  const file = join(directory, "script.json");
  const failure = { type: "failure", failure: "overloaded" };
  await writeFile(file, JSON.stringify(["Hello.", failure]));
  const child = serve("--port", "0", "--window", "50", "--script", file);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async (): Promise<string> => String((await lines.next()).value);
  const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(await line())?.[1] ?? "";
  const ask = async (content: string): Promise<string> => {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ model: "gpt-5", messages: [{ role: "user", content }] }),
    });
    await answer.text();
    return line();
  };
  expect(await ask("Hi")).toBe("0 openai-chat gpt-5 5 tokens (0 cached) answered with 6 tokens");
  expect(await ask("Hi")).toBe(
    "1 openai-chat gpt-5 5 tokens (5 cached) failed as scripted: overloaded",
  );
  expect(await ask("word ".repeat(99))).toMatch(
    /^2 openai-chat gpt-5 \d+ tokens \(0 cached\) refused by openai-chat\/context-window with 400: This/,
  );
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
