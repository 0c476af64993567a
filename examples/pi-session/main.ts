import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPiExtension } from "@cutpoint/adapter-pi";
import { startProvider } from "@cutpoint/provider-sim";
import {
  createAgentSession,
  DefaultResourceLoader,
  ModelRuntime,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";

const contextWindow = 12_000;
await using provider = await startProvider({ windowTokens: contextWindow, script: () => "Yes." });
const cwd = await mkdtemp(join(tmpdir(), "pi-session-"));
const modelsPath = join(cwd, "models.json");
const models = [{ id: "local", contextWindow, maxTokens: 500 }];
const api = { baseUrl: `${provider.url}/v1`, api: "openai-completions", apiKey: "none", models };
await writeFile(modelsPath, JSON.stringify({ providers: { local: api } }));
const modelRuntime = await ModelRuntime.create({ authPath: join(cwd, "auth.json"), modelsPath });
const model = modelRuntime.getModel("local", "local");
assert(model !== undefined);

let compactions = 0;
const extension = createPiExtension({
  onEvent: ({ type }) => void (type === "applied" && (compactions += 1)),
});
const compaction = { reserveTokens: 6_000, keepRecentTokens: 1_000 }; // for this small window
const settingsManager = SettingsManager.inMemory({ compaction });
const loading = { cwd, agentDir: cwd, settingsManager, noContextFiles: true, noSkills: true };
const resourceLoader = new DefaultResourceLoader({ ...loading, extensionFactories: [extension] });
await resourceLoader.reload();
const sessionManager = SessionManager.create(cwd, cwd);
const shared = { cwd, agentDir: cwd, model, modelRuntime, settingsManager };
const { session } = await createAgentSession({ ...shared, resourceLoader, sessionManager });
for (let turn = 1; turn <= 60; turn += 1)
  await session.prompt(
    turn === 3
      ? "Remember: the code is BLUE-HERON-42."
      : `Is line ${turn} right? ${"Look at it again. ".repeat(40)}`,
  );
session.dispose();
await rm(cwd, { recursive: true });

const requests = provider.requests();
const refused = requests.filter(({ outcome }) => outcome.type !== "answered");
assert.equal(refused.length, 0, "every request fits the window");
assert.match(JSON.stringify(requests.at(-1)?.messages), /BLUE-HERON-42/, "the model knows turn 3");
console.log(`${requests.length} requests, ${compactions} compactions`);
