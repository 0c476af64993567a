import { packageTests } from "../../vitest.shared.ts";

export default packageTests(import.meta.dirname, {
  globalSetup: "./test/support/build-page.ts",
  expect: { poll: { timeout: 20_000 } },
});
