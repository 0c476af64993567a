import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createGuardedCall } from "../src/guarded-call.ts";
import type { ChatMessage } from "../src/http/chat/chat-message.ts";
import { createMemoryStates } from "../../conformance/test/support/adapter/memory-states.ts";
import { chatCodec } from "../src/http/chat/codec.ts";
import type { StateOptions } from "../src/states/state-options.ts";
import { cases } from "../../../tooling/laws/src/cases.ts";

const TURNS = 24;

/** Plays a conversation that is compacted several times. `firstBoundary` is at most the end of the first compacted part. */
async function play(stateOptions: StateOptions): Promise<{
  readonly messages: ChatMessage[];
  readonly warnings: string[];
  readonly firstBoundary: number;
  readonly ask: (messages: readonly ChatMessage[]) => Promise<void>;
}> {
  const warnings: string[] = [];
  const boundaries: number[] = [];
  const messages: ChatMessage[] = [];
  const open = createGuardedCall(
    {
      ...stateOptions,
      policy: { windowTokens: 2_000 },
      onWarning: ({ type }) => warnings.push(type),
    },
    chatCodec,
  );
  const ask = async (sent: readonly ChatMessage[]): Promise<void> => {
    const call = await open({ messages: sent, options: {} });
    if (call.outcome.type === "compacted") boundaries.push(sent.length);
    const text = `Answer ${sent.length}: ${"so it is. ".repeat(20)}`;
    call.recordUsage(undefined);
    messages.push({ role: "assistant", content: text });
  };
  for (let turn = 0; turn < TURNS; turn += 1) {
    messages.push({ role: "user", content: `Question ${turn}: ${"what of it? ".repeat(20)}` });
    await ask([...messages]);
  }
  return { messages, warnings, firstBoundary: (boundaries[0] ?? 0) / 2, ask };
}

test.each([
  ["lost-boundary", (): StateOptions => ({ states: createMemoryStates(), conversationId: "a" })],
  ["state-not-found", (): StateOptions => ({})],
] as const)(
  "an edit of a message that every compaction contains is reported as %s",
  async (warning, stateOptions) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(7), fc.boolean(), async (place, isRemoved) => {
        const { ask, firstBoundary, messages, warnings } = await play(stateOptions());
        expect(firstBoundary).toBeGreaterThan(4);
        expect(warnings).toEqual([]);
        const edited = {
          role: place % 2 === 0 ? "user" : "assistant",
          content: "Edited.",
        } as const;
        const index = place % 4;
        const changed = isRemoved ? messages.toSpliced(index, 2) : messages.with(index, edited);
        await ask([...changed, { role: "user", content: "And now?" }]);
        expect(warnings).toContain(warning);
      }),
      cases(20),
    );
  },
);
