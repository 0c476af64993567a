import { mergeConfig } from "vitest/config";
import { packageTests } from "../../vitest.shared.ts";

export default mergeConfig(packageTests(import.meta.dirname), {
  test: { globalSetup: "../inspect/test/support/build-page.ts" },
});
