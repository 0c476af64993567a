import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createCompactingRunner, createCompactingSession } from "@cutpoint/adapter-openai-agents";
import { startProvider } from "@cutpoint/provider-sim";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { Agent, tool } from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";
import OpenAI from "openai";
import * as z from "zod";

const [, main = "", next] = process.argv;
const facts = "The code is BLUE-HERON-42.";
const questions = next === undefined ? [facts, ...Array<string>(30).fill("Look.")] : [next];
const policy = { windowTokens: 8000 };
const calls = [{ name: "look", arguments: '{"at":"the map"}' }];
const script = questions.flatMap(() => [{ type: "answer", calls } as const, "Noted. ".repeat(60)]);
const look = tool({
  name: "look",
  description: "Looks at something.",
  parameters: z.object({ at: z.string() }),
  execute: ({ at }) => `Seen at ${at}: ${"a path. ".repeat(40)}`,
});
const agent = new Agent({ name: "scout", model: "any", tools: [look] });
{
  await using provider = await startProvider({ ...policy, script });
  const openAIClient = new OpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` });
  await using store = createSqliteStore({ file: "agents.sqlite" });
  await using session = createCompactingSession({ store, sessionId: "one", policy });
  const runner = createCompactingRunner({
    provider: new OpenAIProvider({ openAIClient }),
    session,
    config: { tracingDisabled: true },
  });
  for (const question of questions) await runner.run(agent, question);
  const last = provider.requests().at(-1);
  assert.ok((last?.inputTokens ?? Infinity) < policy.windowTokens);
  assert.match(JSON.stringify(last?.messages), /BLUE-HERON-42/, "the model knows the code");
  console.log(`The last request has ${last?.inputTokens} tokens and contains the code`);
  console.log(`${(await session.getAllItems()).length} items kept`);
} // the next process continues the same session
const again = [...process.execArgv, main, "What was the code?"];
if (next === undefined)
  process.exitCode = spawnSync(process.execPath, again, { stdio: "inherit" }).status ?? 1;
