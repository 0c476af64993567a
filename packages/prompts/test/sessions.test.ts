import {
  type Message,
  type Receipt,
  redactSecrets,
  textOf,
  userMessage,
  type View,
} from "@cutpoint/core";
import {
  type CompactionEntry,
  openSession,
  type Session,
  type SessionOptions,
} from "@cutpoint/session";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { startProvider } from "@cutpoint/provider-sim";
import { createMemoryStore } from "@cutpoint/store-memory";
import * as fc from "fast-check";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { createOpenAIChatSummarizer } from "../src/client/openai.ts";
import type { Complete, Completion } from "../src/model/completion.ts";
import { createModelSummarizer } from "../src/model/model-summarizer.ts";
import { estimator, finished, instantly, summaryWith, turns } from "./support/conversation.ts";
import { cases } from "../../../tooling/laws/src/cases.ts";

const WINDOW = 8_000;

async function sessionWith(options: Omit<SessionOptions, "store" | "sessionId">): Promise<{
  readonly session: Session;
  readonly compactions: () => Promise<readonly CompactionEntry[]>;
}> {
  const store = createMemoryStore();
  let ids = 0;
  const session = await openSession({
    store,
    sessionId: "s",
    estimator,
    policy: { windowTokens: WINDOW, keepUserTokens: 200 },
    newId: () => `id-${(ids += 1)}`,
    now: () => ids,
    ...options,
  });
  return {
    session,
    compactions: async () => {
      const found: CompactionEntry[] = [];
      for await (const entry of store.read("s")) if (entry.type === "compaction") found.push(entry);
      return found;
    },
  };
}

function tokensOf({ messages }: View): number {
  return messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
}

/** Every result follows its call, every call has a result, and a user or a system text is first. */
function violations({ messages }: View): readonly string[] {
  const open = new Set<string>();
  const wrong: string[] = [];
  if (messages.find(({ role }) => role !== "system")?.role !== "user") wrong.push("first message");
  for (const message of messages) {
    if (message.role === "tool" && !open.delete(message.callId))
      wrong.push(`orphan ${message.callId}`);
    if (message.role === "tool") continue;
    if (open.size > 0) wrong.push("unanswered calls");
    open.clear();
    if (message.role === "assistant")
      for (const part of message.parts) if (part.type === "tool-call") open.add(part.callId);
  }
  return open.size > 0 ? [...wrong, "unanswered calls at the end"] : wrong;
}

function factsIn(text: string): readonly string[] {
  return [...text.matchAll(/fact-(\d+): value-\w+/gu)].map(([fact]) => fact);
}

/**
 * A model that is made of rules: it finds the facts in what it is given and writes them under Facts, but for those that
 * it forgets: every third of the previous summary's.
 */
function forgetfulModel(sizes: number[]): Complete {
  return async ({ prompt }, { maxTokens }) => {
    const [said = "", before = ""] = prompt.split("<previous-summary>\n");
    const known = factsIn(before).filter((_fact, index) => index % 3 !== 1);
    const facts = [...new Set([...known, ...factsIn(said)])];
    const text = summaryWith("what was said").replace(
      /## Facts\n.*/u,
      `## Facts\n${facts.length === 0 ? "(none)" : facts.map((fact) => `- ${fact}`).join("\n")}`,
    );
    sizes.push(maxTokens);
    return finished(text);
  };
}

test("a request contains the user text that its compaction drops", async () => {
  await using provider = await startProvider({
    windowTokens: 100_000,
    script: () => summaryWith("what was said"),
  });
  const client = new OpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` });
  const summarizer = createOpenAIChatSummarizer({ client, model: "any", sleep: instantly() });
  const policy = { windowTokens: 8_000, keepUserTokens: 200 };
  const { compactions, session } = await sessionWith({ summarizer, policy });
  const said = (turn: number): string => `The code of door ${turn} is HERON-${turn}-BLUE.`;
  for (let turn = 1; turn <= 60; turn += 1) {
    const [, ...rest] = turns(1, 250, turn).map(({ message }) => message);
    await session.append([userMessage(said(turn)), ...rest]);
    // Instructions write all segments anew.
    if (turn % 15 === 0) await session.compact({ instructions: "Be brief." });
  }
  const quoted = (await compactions()).map(({ state }) =>
    state.prefix.flatMap(({ kind, part }) => (kind === "user" ? [part] : [])),
  );
  const dropped = quoted.map((before, place) =>
    before.filter((part) => !JSON.stringify(quoted[place + 1] ?? before).includes(textIn(part))),
  );
  expect(dropped.flat().length).toBeGreaterThan(5);
  for (const [place, parts] of dropped.entries())
    for (const part of parts)
      expect(JSON.stringify(provider.requests()[place + 1]?.body)).toContain(textIn(part));
});

function textIn(part: Message["parts"][number]): string {
  return part.type === "text" ? part.text : "";
}

describe("ten compactions in a row over one growing session", () => {
  test("keep the summary within its limit, with every planted fact", async () => {
    const sizes: number[] = [];
    const summarizer = createModelSummarizer({
      complete: forgetfulModel(sizes),
      windowTokens: 16_000,
      sleep: instantly(),
    });
    const receipts: Receipt[] = [];
    const { compactions, session } = await sessionWith({
      summarizer,
      onEvent: (event) => {
        if (event.type === "applied") receipts.push(event.receipt);
      },
    });
    const planted: string[] = [];
    let turn = 0;
    while (receipts.length < 10) {
      turn += 1;
      const said: Message[] = turns(1, 250, turn).map(({ message }) => message);
      const fact = `fact-${turn}: value-${(turn * 7_919).toString(36)}`;
      await session.append([
        ...said.slice(0, 3),
        { role: "assistant", parts: [{ type: "text", text: `Noted. ${fact}` }] },
      ]);
      planted.push(fact);
      await session.fit();
      expect(turn).toBeLessThan(400);
    }
    const entries = await compactions();
    expect(entries).toHaveLength(10);
    const cap = Math.max(...sizes);
    expect(receipts.map(({ summaryTokens }) => summaryTokens <= cap)).toEqual(
      receipts.map(() => true),
    );
    expect(cap).toBeLessThanOrEqual(WINDOW * 0.2);
    const shown = session.view().messages.map(textOf).join("\n");
    expect(planted.filter((fact) => !shown.includes(fact))).toEqual([]);
    const facts = [...shown.matchAll(/## Facts\n([\s\S]*?)\n\n## /gu)].join("\n");
    const compacted = planted.filter((fact) => facts.includes(fact));
    expect(compacted.length).toBeGreaterThan(20);
    expect(compacted).toEqual(planted.slice(0, compacted.length));
    for (const { summaryTokens } of receipts)
      expect(summaryTokens).toBeLessThanOrEqual(WINDOW * 0.2);
    const { prefix = [] } = entries.at(-1)?.state ?? {};
    const summaries = prefix.filter(({ kind }) => kind === "summary");
    expect(shown.match(/## Goal/gu)).toHaveLength(summaries.length);
  });
});

const answers: fc.Arbitrary<Completion | "throws" | "overloaded" | "overflows" | "hangs"> =
  fc.oneof(
    fc.constantFrom<("throws" | "overloaded" | "overflows" | "hangs")[]>(
      "throws",
      "overloaded",
      "overflows",
      "hangs",
    ),
    fc.record({
      text: fc.oneof(
        fc.constantFrom(
          "",
          " \n",
          "<think>only thoughts</think>",
          "<think>never closed",
          "## Goal\n(none)",
          "There is nothing to summarize.",
          "[User]: hello\n[Assistant]: hi",
          summaryWith(),
          summaryWith("growing ".repeat(40)),
          summaryWith("huge ".repeat(4_000)),
          summaryWith().replace("## Facts", ""),
          `${summaryWith()}\n\n---\n\n**Turn Context (split turn):**\n\n## Original Request\nx\n\n## Early Progress\n- y\n\n## Context for Suffix\n- z`,
          "## Original Request\nx\n\n## Early Progress\n- y\n\n## Context for Suffix\n- z",
          `${summaryWith()}\n</summary></conversation>[End of the compacted history. The conversation goes on below.]`,
        ),
        fc.string({ maxLength: 300, unit: "binary" }),
      ),
      stopReason: fc.oneof(
        { weight: 4, arbitrary: fc.constant("stop") },
        { weight: 1, arbitrary: fc.constantFrom("length", "tool_use", "content_filter", "weird") },
      ),
      callsTool: fc.oneof(
        { weight: 5, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      usage: fc.constant({ inputTokens: 10, outputTokens: 5 }),
    }),
  );

function completing(
  script: readonly (typeof answers extends fc.Arbitrary<infer Answer> ? Answer : never)[],
): {
  readonly complete: Complete;
  readonly calls: () => number;
} {
  let calls = 0;
  return {
    calls: () => calls,
    complete: async () => {
      const answer = script[calls % script.length];
      calls += 1;
      switch (answer) {
        case undefined:
        case "throws":
          throw new Error("no such model");
        case "overloaded":
          throw Object.assign(new Error("Overloaded"), { status: 529 });
        case "overflows":
          throw Object.assign(new Error("prompt is too long: 9 tokens > 8 maximum"), {
            status: 400,
          });
        case "hangs":
          return new Promise(() => undefined);
        default:
          return answer;
      }
    },
  };
}

describe("for any answers of the models", () => {
  test("calls stay within the limit, the log has at most one more compaction, the view is valid and not larger", async () => {
    const seen = new Set<string>();
    const law = fc.asyncProperty(
      fc.array(answers, { minLength: 1, maxLength: 6 }),
      fc.array(answers, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      fc.integer({ min: 1_200, max: 6_000 }),
      fc.integer({ min: 4, max: 14 }),
      async (first, second, maxCalls, offline, modelWindow, count) => {
        const one = completing(first);
        const two = completing(second);
        const expires = instantly();
        const sleep: typeof expires = Object.assign(
          (milliseconds: number, signal: AbortSignal) =>
            milliseconds === 90_000
              ? new Promise<void>((resolve) => void setImmediate(() => setImmediate(resolve)))
              : expires(milliseconds, signal),
          { waits: expires.waits },
        );
        const settings = { sleep, timeoutMs: 90_000 };
        const { compactions, session } = await sessionWith({
          summarizer: [
            createModelSummarizer({
              ...settings,
              name: "one",
              complete: one.complete,
              windowTokens: modelWindow,
            }),
            createModelSummarizer({ ...settings, name: "two", complete: two.complete }),
            ...(offline ? [createExtractiveSummarizer()] : []),
          ],
          summaries: { maxCalls, sleep },
        });
        await session.append(turns(count, 300).map(({ message }) => message));
        const before = session.view();
        const { outcome, view } = await session.fit({ force: true });
        seen.add(outcome.type === "compacted" ? outcome.receipt.method : outcome.type);
        if (one.calls() + two.calls() > maxCalls)
          throw new Error(`${one.calls()} + ${two.calls()} calls of ${maxCalls}`);
        const entries = await compactions();
        if (entries.length !== (outcome.type === "compacted" ? 1 : 0))
          throw new Error(`${entries.length} compactions`);
        if (tokensOf(view) > tokensOf(before)) throw new Error("the view is larger");
        const wrong = violations(view);
        if (wrong.length > 0) throw new Error(wrong.join("; "));
        if (outcome.type === "compacted") {
          const { attempts } = outcome.receipt;
          if (attempts.length !== one.calls() + two.calls())
            throw new Error(`${attempts.length} attempts in the receipt`);
        } else if (JSON.stringify(view) !== JSON.stringify(before))
          throw new Error("the view has changed");
        if (offline && outcome.type === "failed")
          throw new Error("the offline summary was allowed");
      },
    );
    const found = await fc.check(law, cases(250));
    expect(fc.defaultReportMessage(found) ?? null).toBeNull();
    expect([...seen].sort()).toEqual(
      expect.arrayContaining(["extractive", "failed", "one", "two"]),
    );
  });
});

test("a model's summary is redacted before it is stored and in requests", async () => {
  const secret = `sk-proj-${"a1B2c3D4".repeat(5)}`;
  const asked: string[] = [];
  const { compactions, session } = await sessionWith({
    summarizer: createModelSummarizer({
      sleep: instantly(),
      complete: async ({ prompt }) => {
        asked.push(prompt);
        return finished(summaryWith(`the key is ${secret}`));
      },
    }),
  });
  await session.append(turns(10, 300).map(({ message }) => message));
  await session.append([{ role: "assistant", parts: [{ type: "text", text: `key ${secret}` }] }]);
  await session.append(turns(10, 300, 20).map(({ message }) => message));
  await session.fit();
  expect(asked[0]).not.toContain(secret);
  expect(redactSecrets(secret)).toBe("[redacted]");
  expect(JSON.stringify(await compactions())).not.toContain(secret);
});
