import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { withCompaction } from "../src/with-compaction.ts";

const CONVERSATIONS = 10_000;
/** All limits of an adapter are reached before. */
const WARM_UP = 3_000;
const MEGABYTE = 1_000_000;

/** Returns the bytes in use after a garbage collection. */
function createHeapMeter(): () => number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  return () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
}

test(
  "10,000 conversations that never come back need at most 64 MB, and no more after the first",
  { tags: ["long"] },
  async () => {
    const answer = JSON.stringify({
      choices: [{ message: { role: "assistant", content: "ok" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 900, completion_tokens: 1 },
    });
    const headers = { "content-type": "application/json" };
    const compacting = withCompaction(async () => new Response(answer, { headers }), {
      policy: { windowTokens: 4_000 },
    });
    const heap = createHeapMeter();
    const before = heap();
    const used: number[] = [];
    for (let index = 0; index < CONVERSATIONS; index += 1) {
      // Short, long and compacted conversations.
      const turns = 2 + (index % 5) * 3;
      const messages = Array.from({ length: turns }, (_, turn) => [
        { role: "user", content: `${index}.${turn}: ${"a question of many words ".repeat(40)}` },
        { role: "assistant", content: `${index}.${turn}: an answer` },
      ]).flat();
      const body = JSON.stringify({ model: "m", messages: [...messages, messages[0]] });
      await compacting("http://127.0.0.1/v1/chat/completions", { method: "POST", headers, body });
      if (index === WARM_UP || index === CONVERSATIONS - 1) used.push(heap() - before);
    }
    const [warm = 0, last = 0] = used;
    expect(last / MEGABYTE).toBeLessThan(64);
    expect((last - warm) / MEGABYTE).toBeLessThan(8);
  },
);
