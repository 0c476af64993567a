import { parentPort, workerData } from "node:worker_threads";
import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import { cacheTokens } from "../../../packages/eval/src/reading/cache-tokens.ts";
import { transcriptsIn } from "../../fit-digest/src/projects.ts";
import type { Conversation } from "../../../packages/eval/src/replay/conversation.ts";
import { replay } from "../../../packages/eval/src/replay/replay.ts";
import { conversationsFor } from "./conversations.ts";
import type { Played } from "./summarize.ts";
import { waysFor } from "./ways.ts";

/** A conversation to play, by its place among those for a window. */
export type Job = { readonly windowTokens: number; readonly way: string; readonly place: number };

const { directory } = workerData as { readonly directory: string };
const exact = await createTiktokenEstimator();
const estimator = cacheTokens(exact);
const transcripts = await transcriptsIn(directory);
const conversations = new Map<number, readonly Conversation[]>();

function conversationsOf(windowTokens: number): readonly Conversation[] {
  const known = conversations.get(windowTokens);
  if (known !== undefined) return known;
  const found = conversationsFor(windowTokens, transcripts, estimator);
  conversations.set(windowTokens, found);
  return found;
}

parentPort?.on("message", (job: Job | { readonly count: number }) => {
  void answer(job).then((played) => parentPort?.postMessage(played, []));
});

async function answer(job: Job | { readonly count: number }): Promise<unknown> {
  if ("count" in job) return conversationsOf(job.count).length;
  const way = waysFor(job.windowTokens).find(({ name }) => name === job.way);
  const conversation = conversationsOf(job.windowTokens)[job.place];
  if (way === undefined || conversation === undefined) throw new Error(JSON.stringify(job));
  const { windowTokens } = job;
  const replayed = await replay(way.play(windowTokens), windowTokens, conversation, estimator);
  const played: Played = {
    ...replayed,
    way: way.name,
    windowTokens,
    conversation: conversation.id,
  };
  return played;
}
