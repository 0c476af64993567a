import { createEngineThreads } from "./engine-threads.ts";
import { serveEngine } from "./serve-engine.ts";

const { handlers } = createEngineThreads();
serveEngine({
  ...handlers,
  read: async () => Promise.reject(new Error("this page shows only the session that it contains")),
});
