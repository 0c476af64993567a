/** Modules with subjects, by their names for `npx --yes pnpm@12 conformance`. */
export const MODULES: Readonly<Record<string, string>> = {
  stores: "./stores.ts",
  states: "./state-stores.ts",
  estimators: "./estimators.ts",
  summarizers: "./summarizers.ts",
  "adapter-rig": "../../../examples/adapter-rig/rig.ts",
  "ai-sdk": "../../../packages/adapter-ai-sdk/test/conformance/subjects.ts",
  anthropic: "../../../packages/adapter-anthropic/test/conformance/subjects.ts",
  langchain: "../../../packages/adapter-langchain/test/conformance/subjects.ts",
  openai: "../../../packages/adapter-openai/test/conformance/subjects.ts",
  "openai-agents": "../../../packages/adapter-openai-agents/test/conformance/subjects.ts",
  strands: "../../../packages/adapter-strands/test/conformance/subjects.ts",
};
