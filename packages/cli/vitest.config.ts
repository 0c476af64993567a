import { packageTests } from "../../vitest.shared.ts";

export default packageTests(import.meta.dirname, {
  globalSetup: "../inspect/test/support/build-page.ts",
});
