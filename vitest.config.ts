import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: { projects: ["packages/*", "apps/*", "tooling/*"] },
});

export default config;
