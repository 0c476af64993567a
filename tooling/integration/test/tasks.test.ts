import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Provider, type Script, startProvider } from "@cutpoint/provider-sim";
import { describe, expect, test } from "vitest";
import { summaryWith } from "../../../packages/prompts/test/support/conversation.ts";

const examples = join(import.meta.dirname, "../../../examples");

const LONG = "The lamp stands on the upper shelf, beside the others. ".repeat(12);
const QUESTIONS = [
  "Remember: the code is BLUE-HERON-42.",
  ...Array.from(
    { length: 40 },
    (_, index) => `Where is lamp ${index + 1}? ${"Tell me. ".repeat(20)}`,
  ),
];

/** Answers at length, and calls the tool `recall` if it is asked for the code. */
const lamps: Script = ({ body, messages }) => {
  const last = messages.at(-1);
  const text = JSON.stringify(last?.parts);
  if ((body as { model: string }).model === "gpt-5.4-mini") return summaryWith("lamps on shelves");
  if (last?.role === "tool") return `It is ${/BLUE-HERON-\d+/u.exec(text)?.[0]}.`;
  if (text.includes("What was the code?"))
    return { type: "answer", calls: [{ name: "recall", arguments: '{"query":"code"}' }] };
  return LONG;
};

/** Reads pages 1 to 30, and then answers. */
function manual(): Script {
  let page = 0;
  return () => {
    page += 1;
    if (page > 30) return "The last page is 30.";
    return { type: "answer", calls: [{ name: "read", arguments: `{"page":${page}}` }] };
  };
}

describe.each(["langchain", "openai-agents"])("%s", { tags: ["long"] }, (host) => {
  test("a chat with memory on disk", async () => {
    await using provider = await startProvider({ windowTokens: 8000, script: () => LONG });
    await inFolder(async (run) => {
      const first = await run(host, "chat-on-disk", provider, QUESTIONS);
      expect(first.split("\n")[40]).toMatch(/^82 (?:messages|items): The lamp stands/);
      const again = await run(host, "chat-on-disk", provider, ["What was the code?"]);
      expect(again).toMatch(/^84 (?:messages|items): The lamp stands/);
    });
    expect(JSON.stringify(provider.requests().at(-1)?.messages)).toContain("BLUE-HERON-42");
    expectAnswered(provider, 42);
    expect(Math.max(...provider.requests().map(({ inputTokens }) => inputTokens))).toBeLessThan(
      5000,
    );
  });

  test("an agent with tools in a small window", async () => {
    await using provider = await startProvider({ windowTokens: 8000, script: manual() });
    const printed = await inFolder((run) => run(host, "small-window", provider));
    expect(printed).toMatch(/^The last page is 30\.\n62 (?:messages|items), [2-9] compactions\n$/);
    expectAnswered(provider, 31);
  });

  test("a cheap model writes the summaries", async () => {
    await using provider = await startProvider({ windowTokens: 100_000, script: lamps });
    const printed = await inFolder((run) => run(host, "cheap-summaries", provider, QUESTIONS));
    expect(printed).toMatch(/^(?:\S*gpt-5\.4-mini: 4\d\d\d tokens became [12]\d\d\d\n){2,}$/);
    expect(JSON.stringify(provider.requests().at(-1)?.messages)).toContain("lamps on shelves");
  });

  test("the user sees that something was compacted", async () => {
    await using provider = await startProvider({ windowTokens: 100_000, script: lamps });
    const printed = await inFolder((run) => run(host, "show-compaction", provider, QUESTIONS));
    expect(printed).toMatch(/^(?:started: 4\d\d\d tokens\napplied: [1-3]\d\d\d tokens\n){2,}$/);
  });

  test("the model looks up what was dropped", async () => {
    await using provider = await startProvider({ windowTokens: 100_000, script: lamps });
    const questions = [...QUESTIONS, "What was the code?"];
    const printed = await inFolder((run) => run(host, "look-up", provider, questions));
    expect(printed.trimEnd().split("\n").at(-1)).toBe("It is BLUE-HERON-42.");
    expect(JSON.stringify(provider.requests().at(-1)?.messages)).toContain(
      "The conversation history",
    );
  });
});

function expectAnswered(provider: Provider, requests: number): void {
  expect(provider.requests().map(({ outcome }) => outcome.type)).toEqual(
    Array.from({ length: requests }, () => "answered"),
  );
}

type Run = (
  host: string,
  task: string,
  provider: Provider,
  questions?: readonly string[],
) => Promise<string>;

/** Runs programs in a folder of their own, at a provider on this machine. */
async function inFolder<Result>(use: (run: Run) => Promise<Result>): Promise<Result> {
  const cwd = await mkdtemp(join(tmpdir(), "cutpoint-task-"));
  try {
    return await use(async (host, task, { url }, questions = []) => {
      const main = join(examples, `${host}-tasks`, `${task}.ts`);
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["--conditions=@cutpoint/source", main, ...questions],
        {
          cwd,
          env: {
            ...process.env,
            OPENAI_API_KEY: "none",
            OPENAI_BASE_URL: `${url}/v1`,
            OPENAI_AGENTS_DISABLE_TRACING: "1",
          },
        },
      );
      return stdout;
    });
  } finally {
    await rm(cwd, { recursive: true });
  }
}
