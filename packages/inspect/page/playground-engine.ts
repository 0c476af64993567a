import { readSession } from "@cutpoint/readers";
import { openThread } from "../src/open-thread.ts";
import { outlinedData } from "../src/page-data-of.ts";
import { createEngineThreads } from "./engine-threads.ts";
import { serveEngine } from "./serve-engine.ts";

const { handlers, replace } = createEngineThreads();
serveEngine({
  ...handlers,
  async read({ file }, report) {
    const session = await readSession(chunksOf(file), { onProgress: report });
    const hasRequest = session.threads.some(({ items }) =>
      items.some(({ message }) => message.role === "user"),
    );
    if (!hasRequest)
      throw new Error("The session has no message of a user: expected a conversation.");
    const opened = session.threads.map((thread) => openThread(thread, true));
    replace(opened);
    return outlinedData(session, opened);
  },
});

async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
}
