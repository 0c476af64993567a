import { mergeConfig, type ViteUserConfig } from "vitest/config";
import { packageTests } from "../../vitest.shared.ts";

const config: ViteUserConfig = mergeConfig(packageTests(import.meta.dirname), {
  test: { globalSetup: ["test/server.ts"] },
});

export default config;
