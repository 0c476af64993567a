import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { Client, ClientName, ClientOptions, Conversation } from "./client.ts";
import { createClient } from "./clients.ts";

/** The argument of a worker process, as JSON. */
export type WorkerTask = ClientOptions & {
  readonly client: ClientName;
  readonly sessionIds: readonly string[];
};

/** One line of a worker's output. Times are in ms. */
export type WorkerLine =
  | { readonly type: "ready" }
  | { readonly type: "stored"; readonly sessionId: string; readonly number: number }
  | { readonly type: "time"; readonly of: "open" | "fit"; readonly ms: number }
  | { readonly type: "error"; readonly message: string };

/** Wait after an error before a conversation is opened again, in ms. */
const WAIT_AFTER_ERROR = 100;

function report(line: WorkerLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Plays turns until `isOver`. After an error it opens the conversation again, as an app would. */
async function play(client: Client, sessionId: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    let conversation: Conversation | undefined;
    try {
      const start = performance.now();
      conversation = await client.open(sessionId);
      report({ type: "time", of: "open", ms: performance.now() - start });
      for (let number = conversation.length; !isOver(); number += 2) {
        const fit = await conversation.turn(number, (stored) =>
          report({ type: "stored", sessionId, number: stored }),
        );
        if (fit !== null) report({ type: "time", of: "fit", ms: fit });
      }
      await conversation.close();
    } catch (error) {
      report({ type: "error", message: String(error) });
      await conversation?.close().catch(() => {});
      await delay(WAIT_AFTER_ERROR);
    }
  }
}

const task = JSON.parse(process.argv[2] ?? "") as WorkerTask;
let isOver = false;
const begun = new Promise<void>((begin) => {
  createInterface({ input: process.stdin })
    .on("line", () => begin())
    .on("close", () => {
      isOver = true;
      begin();
    });
});

await using client = await createClient(task.client, task);
report({ type: "ready" });
await begun;
await Promise.all(task.sessionIds.map((sessionId) => play(client, sessionId, () => isOver)));
