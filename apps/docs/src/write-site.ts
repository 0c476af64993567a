import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Message } from "@cutpoint/core";
import { toChatMessage } from "@cutpoint/host-kit/http";
import { playgroundPage } from "@cutpoint/inspect";
import { compactionSteps } from "./compaction-steps.ts";
import { drawSteps } from "./draw-steps.ts";
import { agentSession } from "./examples/agent-session.ts";
import { tripChat } from "./examples/trip-chat.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Generated parts of the site. */
const OUT = join(import.meta.dirname, "../.cutpoint/site");
const FILES = 60;

await mkdir(OUT, { recursive: true });
await writeFile(join(OUT, "compaction-steps.html"), drawSteps(await compactionSteps()));
// The templates of the page.
await promisify(execFile)(process.execPath, [join(ROOT, "packages/inspect/page/build.ts")]);
const page = await playgroundPage([
  {
    title: "A coding agent",
    description: `It reads ${FILES} sources of this repository and names their functions.`,
    text: chatFile(agentSession(FILES)),
  },
  {
    title: "A chat",
    description: "A family plans a journey. Plans, prices and dates change on the way.",
    text: chatFile(tripChat()),
  },
]);
await writeFile(join(OUT, "playground.html"), page);
console.log(`wrote the playground: ${(page.length / 1_000).toFixed(0)} kB`);

function chatFile(messages: readonly Message[]): string {
  return JSON.stringify(messages.map((message) => toChatMessage(message)));
}
