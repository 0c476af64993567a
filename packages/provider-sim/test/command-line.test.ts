import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../src/command-line.ts";
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

const run = async (...values: readonly string[]): ReturnType<typeof runCommand> =>
  runCommand(values, () => {});

type Served = ChildProcessByStdio<null, Readable, null>;

function serve(...values: readonly string[]): Served {
  return spawn(process.execPath, [...COMMAND, ...values], { stdio: ["ignore", "pipe", "inherit"] });
}

test("--rules prints the table, --help the options", async () => {
  expect(await run("--rules")).toEqual({ type: "print", text: rulesText() });
  expect(await run("--help")).toEqual({
    type: "print",
    text: expect.stringContaining("--overflow <mode>") as string,
  });
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
    expect(await run(...values)).toEqual({
      type: "error",
      message: expect.stringContaining(message) as string,
    });
  });

  test("in a script", async () => {
    const file = join(directory, "broken.json");
    await writeFile(file, "[");
    expect(await run("--script", file)).toMatchObject({
      message: expect.stringContaining("expected a file with valid JSON") as string,
    });
    await writeFile(file, '[{ "type": "answer", "text": 5 }]');
    expect(await run("--script", file)).toMatchObject({
      message: expect.stringMatching(/expected string[^]*\[0\]\.text/) as string,
    });
  });

  test("in a process, with exit code 2", async () => {
    const child = spawn(process.execPath, [...COMMAND, "--port", "x"]);
    const [out, error] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "exit"),
    ]);
    expect({ code: child.exitCode, out }).toEqual({ code: 2, out: "" });
    expect(error).toMatch(/^--port is x: .+\nSee cutpoint-provider-sim --help\.\n$/);
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
