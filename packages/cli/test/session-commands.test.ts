import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Message } from "@cutpoint/core";
import { startProvider } from "@cutpoint/provider-sim";
import { readSession } from "@cutpoint/readers";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { answer, boundary, lines, result, user } from "../../readers/test/support/claude-lines.ts";
import { summaryWith } from "../../prompts/test/support/conversation.ts";
import { runCommand } from "../src/command.ts";

const KEY = `sk-ant-api03-${"aB3dE5fG7h".repeat(6)}`;

const TURNS = Array.from({ length: 40 }, (_, index) => [
  user(`q${index}`, `Question ${index}: does src/part-${index}.ts export answer${index}?`),
  answer(`a${index}`, `m${index}`, [
    { type: "tool_use", id: `t${index}`, name: "Read", input: { path: `src/part-${index}.ts` } },
  ]),
  result(`r${index}`, `t${index}`, `export const answer${index} = ${index};\n`.repeat(20)),
  answer(`b${index}`, `n${index}`, [{ type: "text", text: `Yes, it is ${index}.` }]),
]).flat();

const SESSION = lines(
  user("u1", `The key is ${KEY}. \u001b[31mred\u001b[0m \u009b2J`),
  ...TURNS.slice(0, 80),
  boundary("c1", { trigger: "auto", preTokens: 9_000, postTokens: 500 }),
  user("s1", "part-3 exports answer3.", { isCompactSummary: true }),
  ...TURNS.slice(80),
  { type: "custom-title", customTitle: `\u001b]0;owned\u0007 ${KEY} title` },
);

let folder = "";
let file = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-session-"));
  file = join(folder, "session.jsonl");
  await writeFile(file, SESSION);
});

afterAll(() => rm(folder, { recursive: true }));

afterEach(() => vi.unstubAllEnvs());

type Ended = { readonly code: number; readonly out: string; readonly errors: string };

async function run(...values: string[]): Promise<Ended> {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(values, {
    print: (line) => out.push(line),
    printError: (line) => errors.push(line),
  });
  return { code, out: out.join("\n"), errors: errors.join("\n") };
}

function expectHarmless({ errors, out }: Ended): void {
  expect(`${out}${errors}`).not.toMatch(/[^\P{Cc}\t\n]/u);
  expect(`${out}${errors}`).not.toContain(KEY);
}

describe("compact", () => {
  test("prints the view within the budget, and the receipt apart from it", async () => {
    const ended = await run("compact", file, "--budget", "3,000");
    expect(ended.code).toBe(0);
    expect(ended.out).toMatch(/^\[Earlier summary\]: The conversation history before/);
    expect(ended.out).toContain("[Assistant]: Yes, it is 39.");
    expect(ended.errors).toMatch(
      /^161 messages became \d+: [\d,]+ → [12],\d{3} tokens \(extractive; \d+ compacted, \d+ kept\)$/,
    );
    expectHarmless(ended);
  });

  test("prints the messages of a provider, or JSON with the receipt", async () => {
    const chat = await run("compact", file, "--budget", "6000", "--format", "chat");
    const messages = JSON.parse(chat.out) as readonly { readonly role: string }[];
    expect(new Set(messages.map(({ role }) => role))).toEqual(
      new Set(["user", "assistant", "tool"]),
    );
    const { out } = await run("compact", file, "--budget", "3000", "--json");
    const { receipt } = JSON.parse(out) as { readonly receipt: { readonly tokensAfter: number } };
    expect(receipt.tokensAfter).toBeLessThanOrEqual(3_000);
  });

  test.each(["openai", "anthropic"])("asks a model of %s for the summary", async (name) => {
    await using provider = await startProvider({
      windowTokens: 100_000,
      script: () => summaryWith("part-3 exports answer3 and the key is unknown"),
    });
    vi.stubEnv("OPENAI_API_KEY", "none");
    vi.stubEnv("OPENAI_BASE_URL", `${provider.url}/v1`);
    vi.stubEnv("ANTHROPIC_API_KEY", "none");
    vi.stubEnv("ANTHROPIC_BASE_URL", provider.url);
    const ended = await run(
      "compact",
      file,
      "--budget",
      "3000",
      "--summarizer",
      `${name}:my-model`,
    );
    expect(provider.requests().length).toBeGreaterThan(0);
    expect(JSON.stringify(provider.requests())).not.toContain(KEY);
    expect(ended.code).toBe(0);
    expect(ended.errors).toContain(`${name}:my-model`);
    expect(ended.out).toContain("part-3 exports answer3 and the key is unknown");
  });

  test.each([
    [["compact", "FILE", "--budget", "10"], 1, /needs at least \d+ tokens/],
    [["compact", "FILE"], 2, /compact needs --budget/],
    [["compact", "FILE", "--budget", "-1"], 2, /--budget/],
    [
      ["compact", "FILE", "--budget", "9", "--summarizer", "magic"],
      2,
      /expected extractive, openai/,
    ],
    [["compact", "FILE", "--budget", "9", "--format", "xml"], 2, /expected text, chat, responses/],
    [["compact", "none.jsonl", "--budget", "9"], 2, /none\.jsonl does not exist/],
    [["export", "FILE"], 2, /export needs --format/],
    [["handoff", "FILE", "--to", "vim"], 2, /expected claude-code, codex, pi, markdown/],
    [
      ["import", "FILE", "--to", "redis:x"],
      2,
      /expected jsonl:<folder>, sqlite:<file> or postgresql/,
    ],
    [["constructor"], 2, /expected conformance, eval, inspect, compact/],
  ])("%j ends with code %i", async (values, code, message) => {
    const ended = await run(...values.map((value) => (value === "FILE" ? file : value)));
    expect(ended.code).toBe(code);
    expect(ended.errors).toMatch(message);
  });
});

describe("inspect", () => {
  test("--table counts messages, tokens and compactions, without escapes and secrets", async () => {
    const ended = await run("inspect", file, "--table");
    expect(ended.code).toBe(0);
    expect(ended.out).toMatch(/^Claude Code \(claude-code\)$/m);
    expect(ended.out).toContain("41 user, 80 assistant, 40 tool, 1 summary");
    expect(ended.out).toMatch(/1\. .* summary, auto: 9,000 → 500 tokens; 0 of 81 messages kept/);
    expectHarmless(ended);
    const json = await run("inspect", file, "--table", "--json");
    expect(JSON.parse(json.out)).toMatchObject({ threads: [{ compactions: [{ before: 81 }] }] });
    expectHarmless(json);
  });

  test("a folder lists its sessions, the newest on top", async () => {
    const sessions = await mkdtemp(join(folder, "list-"));
    await writeFile(join(sessions, "old.jsonl"), SESSION);
    await utimes(join(sessions, "old.jsonl"), 1_000, 1_000);
    await writeFile(join(sessions, "new.json"), '[{"role":"user","content":"Hello there"}]');
    await writeFile(join(sessions, "package.json"), '{"name":"no session"}');
    const ended = await run("inspect", sessions);
    expect(ended.code).toBe(0);
    const rows = ended.out.split("\n");
    expect(rows[1]).toMatch(/ 1 +0 +\? +openai-chat +new\.json +Hello there$/);
    expect(rows[2]).toMatch(
      / 162 +1 +\$0\.52 +claude-code +old\.jsonl +\]0;owned \[redacted\] title$/,
    );
    expect(rows).toHaveLength(3);
    expect(ended.errors).toBe("1 file has an unknown format");
    const last = await run("inspect", sessions, "--last", "1", "--json");
    expect(JSON.parse(last.out)).toMatchObject([{ file: "new.json" }]);
    expectHarmless(ended);
  });
});

describe("import and export", () => {
  test.each(["jsonl", "sqlite"])("an import into %s twice is the same as once", async (kind) => {
    const to = `${kind}:${join(folder, `store-${kind}`)}`;
    expect((await run("import", file, "--to", to)).out).toBe("S: 161 of 161 messages added");
    expect((await run("import", file, "--to", to)).out).toBe("S: 0 of 161 messages added");
    const grown = join(folder, "grown.jsonl");
    await writeFile(grown, SESSION + lines(user("u9", "One more.", { parentUuid: "b39" })));
    expect((await run("import", grown, "--to", to)).out).toBe("S: 1 of 162 messages added");
    const back = await run("import", file, "--to", to);
    expect(back.code).toBe(1);
    expect(back.errors).toContain("contains entry u9");
  });

  test("an imported log has the ids and messages of the file", async () => {
    await run("import", file, "--to", `sqlite:${join(folder, "ids")}`);
    await using store = createSqliteStore({ file: join(folder, "ids") });
    const ids: string[] = [];
    for await (const { id } of store.read("S")) ids.push(id);
    expect(ids.slice(0, 5)).toEqual(["u1", "q0", "a0", "r0", "b0"]);
  });

  test.each(["chat", "responses", "anthropic"])(
    "an export as %s is read as the same texts",
    async (format) => {
      const { out } = await run("export", file, "--format", format);
      const exported = await readSession(out);
      const texts = (messages: readonly Message[]): readonly string[] =>
        messages
          .flatMap(({ parts }) => [...parts])
          .map((part) =>
            part.type === "text" ? part.text : part.type === "tool-call" ? part.callId : "",
          );
      const original = await readSession(await readFile(file));
      const live = original.threads[0]!.items.filter(({ id }) => id !== "s1");
      expect(texts(exported.threads[0]!.items.map(({ message }) => message))).toEqual(
        texts(live.map(({ message }) => message)),
      );
    },
  );
});

const DEEP = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;

const HOSTILE: Readonly<Record<string, string>> = {
  truncated: SESSION.slice(0, SESSION.length / 2),
  "a line of 3 MB": lines(user("u1", "x".repeat(3_000_000)), user("u2", "short")),
  "deep arguments": lines(
    user("u1", "Go."),
    answer("a1", "m1", [{ type: "tool_use", id: "t1", name: "Read", input: { path: "DEEP" } }]),
    result("r1", "t1", "\u001b[2J"),
  ).replace('"DEEP"', DEEP),
  "text in reverse order": lines(
    user("u1", "\u202egnirts \u2066x\u2069"),
    answer("a1", "m1", [{ type: "text", text: "\u202eGo." }]),
  ),
  "escapes in names": lines(
    user("u1", "Go."),
    answer("a1", "m1", [{ type: "tool_use", id: "t\u009b1", name: "R\u001b[2J", input: {} }]),
  ).replaceAll('"S"', '"\\u001b[2JS"'),
};

describe.each(Object.entries(HOSTILE))("a file with %s", (name, content) => {
  test.each([
    ["compact", "--budget", "2000"],
    ["compact", "--budget", "2000", "--json"],
    ["export", "--format", "anthropic"],
    ["handoff", "--to", "markdown"],
    ["inspect", "--table"],
  ])("is harmless to %s %s %s", async (command, ...flags) => {
    const path = join(folder, `${name}.jsonl`);
    await writeFile(path, content);
    const ended = await run(command, path, ...flags);
    expect(ended.errors).not.toContain("Run cutpoint --help");
    expect(ended.code).toBe(0);
    expect(`${ended.out}${ended.errors}`).not.toMatch(
      /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/u,
    );
  });
});

test("handoff prints a brief without secrets, and how to start", async () => {
  const ended = await run("handoff", file, "--to", "codex", "--budget", "2,000");
  expect(ended.code).toBe(0);
  expect(ended.out).toMatch(/^# Continue this work\n/);
  expect(ended.out).toContain("Working directory: /home/u/app");
  expect(ended.out).toContain("Yes, it is 39.");
  expect(ended.errors).toBe('Start it with: codex "$(cat brief.md)"');
  expectHarmless(ended);
});

test.each([
  ["compact", "--budget", "3000"],
  ["export", "--format", "chat"],
  ["handoff", "--to", "markdown"],
  ["inspect", "--table"],
])("%s reports the lines that it cannot read", async (command, ...flags) => {
  const path = join(folder, "broken-line.jsonl");
  await writeFile(path, `${SESSION}\n{broken\n${lines(user("u99", "And now?"))}\n`);
  const { errors } = await run(command, path, ...flags);
  expect(errors).toMatch(/^problems: 1 × bad-line \(first in line \d+\)$/m);
});

test.each([
  ["compact", "--budget", "3000"],
  ["export", "--format", "chat"],
  ["handoff", "--to", "markdown"],
  ["import", "--to", "jsonl:never"],
])("%s rejects a folder", async (command, ...flags) => {
  const { code, errors } = await run(command, folder, ...flags);
  expect([code, errors]).toEqual([
    2,
    expect.stringContaining(`${folder} is a folder: expected the file of one session`),
  ]);
});

test("handoff leaves out what the tool told its own model", async () => {
  const path = join(folder, "skills.jsonl");
  const skills = user("x", "<system-reminder>Skills: deep-research</system-reminder>", {
    isMeta: true,
  });
  await writeFile(path, lines(user("u", "Fix the login test."), skills));
  const { out } = await run("handoff", path, "--to", "markdown");
  expect(out).toContain("Fix the login test.");
  expect(out).not.toContain("deep-research");
});

test("eval measures a session of another tool, and the summary that the tool wrote", async () => {
  const arms = ["--arm", "keep-newest", "--arm", "recorded-summary"];
  const ended = await run("eval", file, "--only", "recorded", ...arms, "--budget", "0.3");
  expect(ended.code).toBe(0);
  expect(ended.errors).toContain("session.jsonl#compaction-1");
  expect(ended.out).toContain("recorded-summary");
  expect(ended.out).not.toContain("recorded-and-newest");
});

test.each(["compact", "conformance", "eval", "export", "handoff", "import", "inspect", "maintain"])(
  "%s --help has an example",
  async (name) => {
    const { code, out } = await run(name, "--help");
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: cutpoint ${name} `));
    expect(out).toMatch(new RegExp(`^Example: cutpoint ${name} \\S`, "m"));
  },
);
