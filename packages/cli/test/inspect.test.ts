import { spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, lines, result, user } from "../../readers/test/support/claude-lines.ts";
import { runCommand } from "../src/command.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");
const KEY = `sk-ant-api03-${"aB3dE5fG7h".repeat(6)}`;
const SESSION = lines(
  user("u1", `Read a.ts. The key is ${KEY}.`),
  answer("a1", "msg1", [{ type: "tool_use", id: "t1", name: "Read", input: { file: "a.ts" } }]),
  result("r1", "t1", "</script><script>alert(1)</script>"),
  answer("a2", "msg2", [{ type: "text", text: "Done." }]),
);

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-inspect-"));
  await writeFile(join(folder, "session.jsonl"), SESSION);
});
afterAll(() => rm(folder, { recursive: true }));

type Ended = { readonly code: number; readonly out: string; readonly errors: string };

async function inspect(...values: readonly string[]): Promise<Ended> {
  const lines: string[] = [];
  const errorLines: string[] = [];
  const code = await runCommand(["inspect", ...values.map(inFolder)], {
    print: (line) => lines.push(line),
    printError: (line) => errorLines.push(line),
  });
  return { code, out: lines.join("\n"), errors: errorLines.join("\n") };
}

function inFolder(value: string): string {
  return /\.(?:jsonl|html)$/u.test(value) ? join(folder, value) : value;
}

/** Runs the command in a process of its own, with text as standard input. */
async function inspectInput(input: string, ...values: readonly string[]): Promise<Ended> {
  const command = spawn(
    process.execPath,
    ["--conditions=@cutpoint/source", MAIN, "inspect", ...values],
    { cwd: folder },
  );
  command.stdin.end(input);
  const [out, errors] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, "exit"),
  ]);
  return { code: command.exitCode ?? -1, out, errors };
}

async function dataIn(file: string): Promise<string> {
  const html = await readFile(join(folder, file), "utf8");
  const packed = /id="data">\s*([^<\s]*)/u.exec(html)?.[1] ?? "";
  return gunzipSync(Buffer.from(packed, "base64")).toString();
}

test("writes the page of a file and of standard input, without secrets", async () => {
  const { code, errors, out } = await inspect("session.jsonl", "--html", "a.html");
  expect([code, errors]).toEqual([0, "4 messages read"]);
  expect(out).toMatch(/^\S+a\.html: \d+ kB$/u);
  expect(await inspectInput(SESSION, "-", "--html", "b.html")).toEqual({
    code: 0,
    out: expect.stringMatching(/^b\.html: \d+ kB\n$/u) as string,
    errors: "4 messages read\n",
  });
  for (const file of ["a.html", "b.html"]) {
    const data = await dataIn(file);
    expect(data).toContain("The key is [redacted]");
    expect(data).not.toContain(KEY);
  }
});

test.each([
  [[], "inspect needs the path of one session"],
  [["session.jsonl", "--session", "a"], "expected a store or a database"],
  [["none.jsonl", "--html", "x.html"], "none.jsonl does not exist"],
  [["none.jsonl"], "none.jsonl does not exist"],
])("rejects %j with exit code 2", async (values, message) => {
  const { code, errors } = await inspect(...values);
  expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
});

test("rejects a file of an unknown format", async () => {
  await writeFile(join(folder, "unknown.jsonl"), '{"a":1}\n');
  const { code, errors } = await inspect("unknown.jsonl", "--html", "x.html");
  expect(code).toBe(2);
  expect(errors).toContain("unknown format");
});

/** Sends a request as it is given, and returns the status and the body. */
async function ask(url: string, options: object = {}): Promise<readonly [number, string]> {
  const sent = request(url, { agent: false, ...options });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return [response.statusCode ?? 0, await text(response)];
}

test.skipIf(process.platform === "win32")(
  "serves the page to this machine under a secret address, and opens it",
  async () => {
    const opener = join(folder, "opener");
    const opened = join(folder, "opened");
    await writeFile(
      opener,
      `#!/bin/sh\nprintf %s "$1" > '${opened}.part'\nmv '${opened}.part' '${opened}'\n`,
    );
    await chmod(opener, 0o755);
    const command = spawn(
      process.execPath,
      ["--conditions=@cutpoint/source", MAIN, "inspect", "session.jsonl", "--open"],
      { cwd: folder, env: { ...process.env, BROWSER: opener } },
    );
    try {
      const [line] = (await once(createInterface(command.stdout), "line")) as [string];
      const url = line.replace(" (until Ctrl+C)", "");
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/u);
      const [status, body] = await ask(url);
      expect([status, body.slice(0, 15)]).toEqual([200, "<!doctype html>"]);
      expect(await ask(new URL("/", url).href)).toEqual([404, ""]);
      expect(await ask(url.slice(0, -2))).toEqual([404, ""]);
      expect(await ask(url, { headers: { host: "evil.example" } })).toEqual([404, ""]);
      expect(await ask(url, { method: "POST" })).toEqual([405, ""]);
      await expect.poll(async () => readFile(opened, "utf8").catch(() => "")).toBe(url);
    } finally {
      command.kill("SIGINT");
      await once(command, "exit");
    }
    expect(command.exitCode).toBe(0);
  },
);
