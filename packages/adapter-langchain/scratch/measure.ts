import { statSync, rmSync, mkdtempSync } from "node:fs";
import { createCompactionMiddleware } from "../src/middleware.ts";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { BaseStore, InMemoryStore } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { createAgent } from "langchain";
class Delegate extends BaseStore {
  inner = new InMemoryStore();
  bytes = 0;
  async batch(ops: any): Promise<any> {
    for (const op of ops) if ("value" in op) this.bytes += JSON.stringify(op.value ?? null).length;
    return this.inner.batch(ops);
  }
}
for (const turns of [100, 400])
  for (const persist of ["none", "view", "store", "replace"] as const) {
    const dir = mkdtempSync("/tmp/lc-");
    const file = `${dir}/t.db`;
    const checkpointer = SqliteSaver.fromConnString(file);
    const store = new Delegate();
    const model = new FakeListChatModel({ responses: ["Fine, it is so. ".repeat(20)] });
    const agent = createAgent({
      model: model as never,
      tools: [],
      checkpointer,
      store,
      middleware:
        persist === "none"
          ? []
          : [createCompactionMiddleware({ persist, policy: { windowTokens: 8000 } })],
    });
    const t = { configurable: { thread_id: "1" } };
    let start = 0;
    let result: any;
    for (let i = 0; i < turns; i += 1) {
      if (i === turns - 20) start = performance.now();
      result = await agent.invoke(
        { messages: `Question ${i}: ${"what about this and that? ".repeat(40)}` },
        t,
      );
    }
    const ms = (performance.now() - start) / 20;
    (checkpointer as any).db.pragma("wal_checkpoint(TRUNCATE)");
    const row = (checkpointer as any).db
      .prepare("select length(checkpoint) n from checkpoints order by checkpoint_id desc limit 1")
      .get();
    console.log(
      JSON.stringify({
        turns,
        persist,
        messages: result.messages.length,
        checkpointKB: Math.round(row.n / 1000),
        fileMB: +(statSync(file).size / 1e6).toFixed(1),
        storeMB: +(store.bytes / 1e6).toFixed(2),
        ms: Math.round(ms),
      }),
    );
    rmSync(dir, { recursive: true });
  }
