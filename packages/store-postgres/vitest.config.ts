import { packageTests } from "../../vitest.shared.ts";

export default packageTests(import.meta.dirname, { globalSetup: ["test/server.ts"] });
