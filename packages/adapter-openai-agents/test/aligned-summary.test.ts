import { expect, test } from "vitest";
import { MODEL, readFromCache } from "../../conformance/test/support/adapter/read-from-cache.ts";
import { createAgentsSummarizer } from "../src/summarizer.ts";
import { runnerRig } from "./conformance/runner-rig.ts";
import { stackRig } from "./conformance/stack-rig.ts";
import { openAI } from "./support/run-agent.ts";

const hosts = [
  { name: "Responses", api: "responses", rig: runnerRig({ api: "Responses", streaming: false }) },
  {
    name: "Chat Completions",
    api: "chat",
    rig: runnerRig({ api: "Chat Completions", streaming: false }),
  },
  { name: "a session", api: "responses", rig: stackRig({ api: "Responses", streaming: false }) },
] as const;

test.each(hosts)(
  "$name: the run's model reads the conversation for a summary from its cache",
  async ({ api, rig }) => {
    const { counted, reported, share } = await readFromCache(rig, (url) =>
      createAgentsSummarizer(openAI(url, api).getModel(MODEL), { aligned: true }),
    );
    expect(share).toBeGreaterThan(0.9);
    expect(reported).toEqual(counted);
  },
);
