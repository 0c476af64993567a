import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, lines } from "../../readers/test/support/claude-lines.ts";
import { runCommand } from "../src/command.ts";
import { withinMemory } from "../src/memory-limit.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-files-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function run(content: string, ...values: readonly string[]) {
  const file = join(folder, "file.jsonl");
  await writeFile(file, content);
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(
    values.map((value) => (value === "FILE" ? file : value)),
    { print: (line) => out.push(line), printError: (line) => errors.push(line) },
  );
  return { code, out: out.join("\n"), errors: errors.join("\n") };
}

const COMMANDS = [
  ["compact", "FILE", "--budget", "3000"],
  ["eval", "FILE"],
  ["export", "FILE", "--format", "chat"],
  ["handoff", "FILE", "--to", "codex"],
  ["import", "FILE", "--to", "jsonl:never"],
  ["inspect", "FILE"],
];

test.each(COMMANDS)("%s fails if a session has no message of the user", async (...values) => {
  const alone = lines(answer("a1", "m1", [{ type: "text", text: "Hello." }]));
  const { code, errors } = await run(alone, ...values);
  expect([code, errors]).toEqual([1, expect.stringContaining("has no message of the user")]);
});

test("the records that were not used are reported with their size", async () => {
  const chat = '{"role":"user","content":"Hi."}\n';
  const { code, errors } = await run(
    `${chat}{"role":"us\n${chat}`,
    "handoff",
    "FILE",
    "--to",
    "pi",
  );
  expect(code).toBe(0);
  expect(errors).toContain(
    "not used: 1 of 3 records (1 with a message, 0.0 kB): 1 bad-line (first in line 2)",
  );
});

test("several message lists are imported into one store, and a longer one extends its session", async () => {
  const list = (...texts: readonly string[]) =>
    JSON.stringify(texts.map((content) => ({ role: "user", content })));
  const imported = async (content: string) =>
    (await run(content, "import", "FILE", "--to", `jsonl:${join(folder, "lists")}`)).out;
  expect(await imported(list("Hi.", "One."))).toBe("main: 2 of 2 messages added");
  expect(await imported(list("Hi.", "Two."))).toBe("main-2: 2 of 2 messages added");
  expect(await imported(list("Hi.", "Two.", "More."))).toBe("main-2: 1 of 3 messages added");
  expect(await imported(list("Hi.", "One."))).toBe("main: 0 of 2 messages added");
});

test("content that does not fit into the memory ends with an error", async () => {
  const chunk = Buffer.from('{"a":1}'.repeat(100_000));
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield chunk;
  }
  const read = async (): Promise<void> => {
    for await (const _ of withinMemory(endless()));
  };
  await expect(read()).rejects.toThrow("too large for the memory of this process");
});
