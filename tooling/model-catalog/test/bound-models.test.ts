import { modelCatalog } from "@cutpoint/models";
import { startProvider } from "@cutpoint/provider-sim";
import { expect, test } from "vitest";
import { KNOWN_MODELS } from "../../../packages/models/src/known-models.ts";

const names = Object.keys(KNOWN_MODELS).filter((name) => name.startsWith("claude-"));

/** Returns whether the provider rejects thinking of this model after another system text. */
async function refusesMovedThinking(url: string, model: string): Promise<boolean> {
  const post = async (system: string, messages: readonly unknown[]): Promise<Response> =>
    fetch(`${url}/v1/messages`, {
      method: "POST",
      body: JSON.stringify({ model, max_tokens: 100, system, messages }),
    });
  const question = { role: "user", content: "Hi" };
  const answer = await post("Be brief.", [question]);
  const { content } = (await answer.json()) as { readonly content: unknown };
  const moved = await post("Be long.", [question, { role: "assistant", content }, question]);
  return moved.status === 400;
}

test("the table and the simulated provider agree on the Claude models that bind thinking", async () => {
  await using provider = await startProvider({
    windowTokens: 1000,
    script: () => ({ type: "answer", reasoning: "Hm.", text: "Yes." }),
  });
  expect(names.length).toBeGreaterThan(20);
  for (const name of names)
    expect(await refusesMovedThinking(provider.url, name), name).toBe(
      modelCatalog(name)?.bindsThinking,
    );
});
