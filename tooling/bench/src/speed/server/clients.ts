import { Agent, get } from "node:http";

/**
 * Twenty clients that send the next request as soon as they have an answer. Sends a message after the first answers. Sends
 * the times of all requests that were answered after `measure`, in ms, when the last request before `stop` is answered.
 */
const CLIENTS = 20;
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
const times: number[] = [];
let answered = 0;
const stopped = new AbortController();

function request(): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ agent, host: "127.0.0.1", port: process.argv[2] }, (response) => {
      response.resume();
      response.on("end", resolve);
    }).on("error", reject);
  });
}

async function keepAsking(): Promise<void> {
  while (!stopped.signal.aborted) {
    const start = performance.now();
    await request();
    times.push(performance.now() - start);
    answered += 1;
    if (answered === 50 * CLIENTS) process.send?.("ready");
  }
}

process.on("message", (message: "measure" | "stop") => {
  if (message === "measure") times.length = 0;
  else stopped.abort();
});
await Promise.all(Array.from({ length: CLIENTS }, keepAsking));
process.send?.(times);
