import { expect, test } from "vitest";
import { MODEL, readFromCache } from "../../conformance/test/support/adapter/read-from-cache.ts";
import { createAiSdkSummarizer } from "../src/summarizer.ts";
import { hostRig } from "./conformance/rig.ts";
import { sdk6, sdk7 } from "./conformance/sdk.ts";

const hosts = [sdk7, sdk6].flatMap((sdk) =>
  (["Responses", "Chat Completions"] as const).map((api) => ({ api, sdk, name: sdk.name })),
);

test.each(hosts)(
  "$name, $api: the conversation's model reads it for a summary from its cache",
  async ({ api, sdk }) => {
    const { counted, reported, share } = await readFromCache(
      hostRig({ api, sdk, streaming: false }),
      (url) => {
        const provider = sdk.createOpenAI({ apiKey: "none", baseURL: `${url}/v1` });
        return createAiSdkSummarizer(
          api === "Responses" ? provider.responses(MODEL) : provider.chat(MODEL),
        );
      },
    );
    expect(share).toBeGreaterThan(0.9);
    expect(reported).toEqual(counted);
  },
);

test.each([
  { writer: "another", options: {} },
  { writer: MODEL, options: { aligned: false } },
])("$writer, $options: a request of its own has the text of the conversation", async (given) => {
  const { messageCount } = await readFromCache(
    hostRig({ api: "Chat Completions", sdk: sdk7, streaming: false }),
    (url) => {
      const provider = sdk7.createOpenAI({ apiKey: "none", baseURL: `${url}/v1` });
      return createAiSdkSummarizer(provider.chat(given.writer), given.options);
    },
  );
  expect(messageCount).toBe(2);
});
