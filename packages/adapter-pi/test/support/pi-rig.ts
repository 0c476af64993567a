import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Provider, type ProviderOptions, startProvider } from "@cutpoint/provider-sim";
import {
  type AgentSession,
  createAgentSession,
  DefaultResourceLoader,
  type ExtensionFactory,
  ModelRuntime,
  SessionManager,
  SettingsManager,
  type ToolDefinition,
} from "@earendil-works/pi-coding-agent";

/** pi in an empty folder, with a provider on this machine. */
export type PiRig = AsyncDisposable & {
  readonly provider: Provider;
  /** Opens a session with extensions, in the order in which pi calls them: a new one, or that of a file. */
  readonly open: (extensions: readonly ExtensionFactory[], file?: string) => Promise<AgentSession>;
};

/** A tool with a result of about 1,000 tokens. */
const lookUp: ToolDefinition = {
  name: "read",
  label: "Read",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: { type: "string" } } },
  execute: async (_id, given) => {
    const { path } = given as { readonly path: string };
    const text = `${path}\n${"export const value = 1;\n".repeat(120)}`;
    return { content: [{ type: "text", text }], details: {} };
  },
};

export async function createPiRig(
  options: ProviderOptions & { readonly windowTokens: number },
  reserveTokens = 2_000,
): Promise<PiRig> {
  const cwd = await mkdtemp(join(tmpdir(), "cutpoint-pi-"));
  const provider = await startProvider(options);
  const modelsPath = join(cwd, "models.json");
  const model = { id: "local", contextWindow: options.windowTokens, maxTokens: 500 };
  const sim = {
    baseUrl: `${provider.url}/v1`,
    api: "openai-completions",
    apiKey: "none",
    models: [model],
  };
  await writeFile(modelsPath, JSON.stringify({ providers: { sim } }));
  const modelRuntime = await ModelRuntime.create({ authPath: join(cwd, "auth.json"), modelsPath });
  return {
    provider,
    async open(extensions, file) {
      const settingsManager = SettingsManager.inMemory({
        compaction: { enabled: true, reserveTokens, keepRecentTokens: 500 },
        retry: { enabled: false },
      });
      const resourceLoader = new DefaultResourceLoader({
        cwd,
        agentDir: cwd,
        settingsManager,
        extensionFactories: [...extensions],
        noSkills: true,
        noContextFiles: true,
        systemPrompt: "You are a terse assistant.",
      });
      await resourceLoader.reload();
      const local = modelRuntime.getModel("sim", "local");
      const { session } = await createAgentSession({
        cwd,
        agentDir: cwd,
        modelRuntime,
        resourceLoader,
        settingsManager,
        ...(local === undefined ? {} : { model: local }),
        noTools: "builtin",
        customTools: [lookUp],
        sessionManager:
          file === undefined ? SessionManager.create(cwd, cwd) : SessionManager.open(file, cwd),
      });
      return session;
    },
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await rm(cwd, { recursive: true });
    },
  };
}
