import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { conversationOf } from "../conversations.ts";

/** The answers of a server during one compaction in the same process. */
export type Answers = {
  readonly count: number;
  readonly slowestMs: number;
  readonly compactionMs: number;
};

/** Compacts a session of `messages` messages offline while 20 clients in another process send requests. */
export async function answersWhileCompacting(messages: number): Promise<Answers> {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-bench-"));
  const server = createServer((_, response) => response.end("answer"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const clients = fork(new URL("./clients.ts", import.meta.url), [`${port}`]);
  try {
    await using store = createJsonlStore({ directory });
    await using session = await openSession({
      store,
      sessionId: "s",
      summarizer: createExtractiveSummarizer(),
      policy: { windowTokens: 200_000 },
    });
    await session.append(conversationOf(messages).map(({ message }) => message));
    await once(clients, "message");
    clients.send("measure");
    const start = performance.now();
    const { outcome } = await session.compact();
    const compactionMs = performance.now() - start;
    if (outcome.type !== "compacted") throw new Error(`the outcome is ${outcome.type}`);
    const measured = once(clients, "message");
    clients.send("stop");
    const [times] = (await measured) as [readonly number[]];
    return { count: times.length, slowestMs: Math.max(...times), compactionMs };
  } finally {
    clients.kill();
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true, force: true });
  }
}
