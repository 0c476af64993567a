import { NEAR_SHARE } from "@cutpoint/core/session";
import { createCompactTool } from "@cutpoint/session";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { readBranch } from "./read-branch.ts";

/** Compacts after a run in which the model called the tool. */
export type CompactCalls = {
  /** Whether the compaction that runs was asked for by the model. */
  readonly isRunning: () => boolean;
  /** The setting of pi. It is known after the first compaction. */
  reserveTokens: number;
};

/** Registers the tool `compact_conversation`, and carries out its calls after the answer. */
export function registerCompactTool(pi: ExtensionAPI): CompactCalls {
  let isCalled = false;
  let isRunning = false;
  const calls: CompactCalls = { isRunning: () => isRunning, reserveTokens: 16_384 };
  const { description, name, parameters } = createCompactTool(() => []);
  pi.registerTool({
    name,
    label: "Compact conversation",
    description,
    parameters,
    async execute(...[, input, , , { sessionManager }]) {
      isCalled = true;
      const { items } = await readBranch(sessionManager.getBranch());
      const text = await createCompactTool(() => items).execute(input);
      return { content: [{ type: "text", text }], details: {} };
    },
  });
  // Nothing of pi runs then, so this compaction competes with none.
  pi.on("agent_settled", async ({ aborted }, context) => {
    const isAsked = isCalled && !aborted && isNear(context, calls.reserveTokens);
    isCalled = false;
    if (!isAsked) return;
    isRunning = true;
    await new Promise<unknown>((resolve) => {
      context.compact({ onComplete: resolve, onError: resolve });
    });
    isRunning = false;
  });
  return calls;
}

function isNear(context: ExtensionContext, reserveTokens: number): boolean {
  const { contextWindow = 0, tokens = null } = context.getContextUsage() ?? {};
  return tokens !== null && tokens > NEAR_SHARE * (contextWindow - reserveTokens);
}
