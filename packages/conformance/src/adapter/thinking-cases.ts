import assert from "node:assert/strict";
import type { ReceivedRequest, Step } from "@cutpoint/provider-sim";
import { type Conversation, converse, EAGER, expectNoBrokenRules } from "./conversation.ts";
import type { AdapterCase, AdapterRig, AdapterTool } from "./rig.ts";

/** A model that refuses thinking behind other messages than those that it was made under. */
const BINDING = "claude-opus-5-5";

/** Tokens to keep, from the newest answer to several turns. */
const KEPT_TOKENS = [1, 80, 160, 300, 400] as const;

function notApplicable({ facts }: AdapterRig): string | null {
  return facts.returnsThinking === true ? null : "it never sends signed thinking back";
}

/** Sending thinking of Claude models back, across compactions. */
export const thinkingCases: readonly AdapterCase[] = [
  {
    id: "no-thinking-before-a-compaction",
    promise: "Wherever a compaction cuts, no thinking that was made before it is sent",
    notApplicable,
    async run(rig) {
      for (const tokens of KEPT_TOKENS) {
        const policy = { ...EAGER, keep: { type: "tokens", tokens } } as const;
        await using conversation = await converse(rig, { ...SETUP, policy });
        await talk(conversation, 6, `with ${tokens} tokens kept`);
        expectCompactions(conversation, 1);
      }
    },
  },
  {
    id: "no-thinking-before-other-tools",
    promise: "After the tools have changed, no thinking that was made with the others is sent",
    notApplicable,
    async run(rig) {
      const tools = [noteTaker("note")];
      await using conversation = await converse(rig, { ...SETUP, tools });
      await talk(conversation, 2, "with the first tools");
      tools.push(noteTaker("remember"));
      await conversation.reopen("adapter");
      const before = conversation.requests().length;
      await talk(conversation, 2, "with another tool");
      const [first, ...later] = conversation.requests().slice(before).map(thoughtsIn);
      assert.equal(first, 0, "the first request with another tool should have no thinking");
      assert.ok((later.at(-1) ?? 0) > 0, "thinking since then should be sent");
    },
  },
  {
    id: "thinking-in-many-turns",
    promise:
      "A conversation of 25 turns with thinking and five compactions is not refused, and thinking since the newest one is sent",
    notApplicable,
    async run(rig) {
      const policy = {
        ...EAGER,
        trigger: { type: "items", items: 20 },
        keep: { type: "tokens", tokens: 120 },
      } as const;
      await using conversation = await converse(rig, { ...SETUP, policy });
      await talk(conversation, 25, "in a long conversation");
      expectCompactions(conversation, 5);
      const most = Math.max(...conversation.requests().map(thoughtsIn));
      assert.ok(most >= 4, `at most ${most} thoughts were sent at once: there should be more`);
    },
  },
];

const SETUP = {
  model: BINDING,
  system: "Answer in few words.",
  tools: [noteTaker("note")],
} as const;

/** Turns in which the model thinks before it calls a tool, and before it answers. */
async function talk(conversation: Conversation, turns: number, when: string): Promise<void> {
  for (let turn = 1; turn <= turns; turn += 1) {
    const calling: Step = {
      type: "answer",
      reasoning: `I think of number ${turn}.`,
      calls: [{ name: "note", arguments: '{"text":"x"}' }],
    };
    const answering: Step = {
      type: "answer",
      reasoning: `I noted number ${turn}.`,
      text: `It is number ${turn}. ${"It was noted with all that belongs to it. ".repeat(4)}`,
    };
    await conversation.turn(`What is number ${turn}?`, [calling, answering]);
    expectNoBrokenRules(conversation, `${when}, in turn ${turn}`);
  }
}

function expectCompactions({ summarizer }: Conversation, least: number): void {
  const count = summarizer.asked().length;
  assert.ok(count >= least, `only ${count} compactions were made: expected at least ${least}`);
}

function thoughtsIn({ messages }: ReceivedRequest): number {
  return messages.flatMap((message) =>
    message.role === "assistant" ? message.parts.filter(({ type }) => type === "reasoning") : [],
  ).length;
}

function noteTaker(name: string): AdapterTool {
  return {
    name,
    description: "Writes something down.",
    parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    run: () => Promise.resolve("Written down."),
  };
}
