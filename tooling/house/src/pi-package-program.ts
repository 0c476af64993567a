/**
 * Runs a session of pi that loads the packed extension by the path of its package, as `pi install` does.
 *
 * It is text, because only packed packages have the compiled extension.
 */
export const PI_PACKAGE_PROGRAM = `import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
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
const cwd = mkdtempSync(join(tmpdir(), "pi-package-"));
const modelsPath = join(cwd, "models.json");
const models = [{ id: "local", contextWindow, maxTokens: 500 }];
const api = { baseUrl: provider.url + "/v1", api: "openai-completions", apiKey: "none", models };
writeFileSync(modelsPath, JSON.stringify({ providers: { local: api } }));
const modelRuntime = await ModelRuntime.create({ authPath: join(cwd, "auth.json"), modelsPath });
const model = modelRuntime.getModel("local", "local");
assert(model !== undefined);
const settingsManager = SettingsManager.inMemory({
  compaction: { reserveTokens: 6_000, keepRecentTokens: 1_000 },
});
const resourceLoader = new DefaultResourceLoader({
  cwd,
  agentDir: cwd,
  settingsManager,
  noContextFiles: true,
  noSkills: true,
  additionalExtensionPaths: [resolve("node_modules/@cutpoint/adapter-pi")],
});
await resourceLoader.reload();
assert.deepEqual(resourceLoader.getExtensions().errors, [], "pi loads the package");
const sessionManager = SessionManager.create(cwd, cwd);
const shared = { cwd, agentDir: cwd, model, modelRuntime, settingsManager };
const { session } = await createAgentSession({ ...shared, resourceLoader, sessionManager });
for (let turn = 1; turn <= 60; turn += 1)
  await session.prompt(
    turn === 3 ? "The code is BLUE-HERON-42." : "Is line " + turn + " right? " + "Look at it. ".repeat(60),
  );
const entries = readFileSync(session.sessionFile ?? "", "utf8").trimEnd().split("\\n");
session.dispose();
rmSync(cwd, { recursive: true });

const compactions = entries
  .map((line) => JSON.parse(line) as { type: string; fromHook?: boolean })
  .filter(({ type }) => type === "compaction");
assert.ok(compactions.length > 0, "the session is compacted");
assert.ok(compactions.every(({ fromHook }) => fromHook === true), "by the extension");
const requests = provider.requests();
assert.ok(requests.every(({ outcome }) => outcome.type === "answered"), "every request fits");
assert.match(JSON.stringify(requests.at(-1)?.messages), /BLUE-HERON-42/, "turn 3 is known");
console.log(JSON.stringify({ requests: requests.length, compactions: compactions.length }));
`;
