/**
 * Runs an agent of eve for 60 turns in a window of 16,000 tokens, with the model of `withCompaction`.
 *
 * It is text, because eve is not installed in the repository.
 */
export const EVE_PROGRAM = `import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { startProvider } from "@cutpoint/provider-sim";
import { Client } from "eve/client";

const TURNS = 60;
const CODE = "BLUE-HERON-42";

const AGENT = \`import { createOpenAI } from "@ai-sdk/openai";
import { withCompaction } from "@cutpoint/adapter-ai-sdk";
import { defineAgent } from "eve";

const openai = createOpenAI({ apiKey: "none", baseURL: process.env["PROVIDER_URL"] + "/v1" });
const model = withCompaction(openai.chat("any"), { policy: { windowTokens: 16_000 } });
export default defineAgent({ model: model as never, modelContextWindowTokens: 16_000 });
\`;

mkdirSync("agent", { recursive: true });
writeFileSync("agent/agent.ts", AGENT);
writeFileSync("agent/instructions.md", "Be brief.");

let turn = 1;
await using provider = await startProvider({
  windowTokens: 16_000,
  script: () => "Answer " + turn + ". " + "Fine. ".repeat(40),
});
const probe = createServer().listen(0, "127.0.0.1");
await once(probe, "listening");
const { port } = probe.address() as { port: number };
probe.close();
await once(probe, "close");

const host = "http://127.0.0.1:" + port;
const command = ["node_modules/eve/bin/eve.js", "dev", "--no-ui", "--no-default-extensions"];
const server = spawn(process.execPath, [...command, "--host", "127.0.0.1", "--port", String(port)], {
  env: { ...process.env, PROVIDER_URL: provider.url },
  stdio: "ignore",
});
const ended = once(server, "exit");
try {
  for (;;) {
    const health = await fetch(host + "/eve/v1/health").catch(() => null);
    if (health?.ok === true) break;
    assert.equal(server.exitCode, null, "eve should start");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const client = new Client({ host });
  const { session, response } = await client.sessions.create({ message: "The code is " + CODE + "." });
  await response.result();
  for (turn = 2; turn <= TURNS; turn += 1) {
    const question = "Question " + turn + ": is it right? " + "Look at it. ".repeat(60);
    const { message } = await (await session.send(question)).result();
    assert.match(String(message), new RegExp("^Answer " + turn + "\\\\."));
  }
} finally {
  server.kill();
  await ended;
}
const requests = provider.requests();
const texts = requests.map(({ messages }) => JSON.stringify(messages));
const compacted = texts.filter((text) => text.includes("before this point was compacted")).length;
assert.ok(compacted > 0, "the conversation is compacted");
assert.equal(requests.length, TURNS, "eve itself does not compact");
assert.ok(requests.every(({ outcome }) => outcome.type === "answered"), "every request fits");
assert.match(texts.at(-1) ?? "", new RegExp(CODE), "the first turn is known");
console.log(JSON.stringify({ requests: requests.length, compacted }));
`;
