import type { Plan } from "@cutpoint/core";
import { type generateText, jsonSchema, type ModelMessage, stepCountIs, tool } from "ai";
import { describe, expect, test } from "vitest";
import {
  talk,
  useSmallWindow,
  windowTokens,
} from "../../conformance/test/support/adapter/small-window.ts";
import { createPrepareStep } from "../src/prepare-step.ts";
import { type Sdk, sdk6, sdk7 } from "./conformance/sdk.ts";

const { answerWith, outcomes, requests, url } = useSmallWindow();
const policy = { windowTokens };

/** Runs a loop of four steps, each with a tool call but the last. */
async function runLoop(
  sdk: Sdk,
  prepareStep: ReturnType<typeof createPrepareStep>,
): Promise<string> {
  const call = { name: "look", arguments: "{}" };
  answerWith(...[1, 2, 3].map(() => ({ type: "answer", calls: [call] }) as const), "Done.");
  const { text } = await sdk.generateText({
    model: sdk.createOpenAI({ apiKey: "none", baseURL: `${url()}/v1` }).chat("any"),
    messages: talk(20),
    tools: {
      look: tool({
        inputSchema: jsonSchema({ type: "object" }),
        execute: () => "seen ".repeat(400),
      }),
    },
    stopWhen: stepCountIs(10),
    maxRetries: 0,
    prepareStep,
  });
  return text;
}

describe.each([sdk7, sdk6])("a step of $name", (sdk) => {
  test("is compacted if needed, and later steps continue from the same view", async () => {
    const events: string[] = [];
    const prepareStep = createPrepareStep({ policy, onEvent: ({ type }) => events.push(type) });
    expect(await runLoop(sdk, prepareStep)).toBe("Done.");
    expect(outcomes()).toEqual(["answered", "answered", "answered", "answered"]);
    expect(events.filter((type) => type === "applied").length).toBeGreaterThan(0);
    const prefixes = requests().map(({ messages }) => JSON.stringify(messages[0]));
    expect(new Set(prefixes.slice(-2)).size).toBe(1);
  });
});

test("a step that fits is not changed", async () => {
  const prepareStep = createPrepareStep({ policy });
  const messages: ModelMessage[] = talk(2);
  expect(await prepareStep({ messages, model: "any" })).toBeUndefined();
});

test("instructions are counted", async () => {
  const prepareStep = createPrepareStep({ policy });
  const messages: ModelMessage[] = talk(20);
  const step = { messages, model: "any" } as const;
  expect(await prepareStep(step)).toBeUndefined();
  const content = "Be brief. ".repeat(400);
  const instructions = [{ role: "system" as const, content }];
  expect(await prepareStep({ ...step, instructions })).toBeDefined();
});

test("a later compaction continues from the state, not from the view before", async () => {
  const plans: Plan[] = [];
  const prepareStep = createPrepareStep({
    policy,
    beforeCompaction: (plan) => void plans.push(plan),
  });
  let messages: ModelMessage[] = talk(40);
  for (let step = 0; step < 4; step += 1) {
    const prepared = await prepareStep({ messages, model: "any" });
    messages = [...(prepared?.messages ?? messages), ...talk(12)];
  }
  expect(plans.length).toBeGreaterThan(1);
  const compacted = plans.flatMap((plan) => plan.compacted.map(({ message }) => message));
  expect(compacted).not.toContainEqual(expect.objectContaining({ provenance: "summary" }));
});

test("is a prepareStep of the SDK", () => {
  const prepareStep: Parameters<typeof generateText>[0]["prepareStep"] = createPrepareStep();
  expect(prepareStep).toBeTypeOf("function");
});
