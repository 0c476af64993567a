import { assistantMessage, toolMessage, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession } from "@cutpoint/session";
import {
  createDriverStore,
  createDurableObjectDriver,
  type DurableObjectStorageLike,
} from "@cutpoint/store-sqlite/drivers";

type Environment = {
  readonly AGENT: {
    idFromName(name: string): unknown;
    get(id: unknown): { fetch(request: Request): Promise<Response> };
  };
};

/** What the agent reports after its turns. */
export type AgentReport = {
  readonly compactions: number;
  readonly largestViewTokens: number;
  readonly entries: number;
  readonly hits: number;
  readonly nodeGlobals: readonly string[];
};

const WINDOW_TOKENS = 8_000;

/** An agent with one session, which it keeps in its own storage. */
export class Agent {
  readonly #storage: DurableObjectStorageLike;

  constructor(state: { readonly storage: DurableObjectStorageLike }) {
    this.#storage = state.storage;
  }

  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const first = Number(searchParams.get("first"));
    const last = Number(searchParams.get("last"));
    await using store = createDriverStore(createDurableObjectDriver(this.#storage));
    const summarizer = createExtractiveSummarizer();
    await using session = await openSession({ store, sessionId: "agent", summarizer });
    let compactions = 0;
    let largestViewTokens = 0;
    for (let turn = first; turn <= last; turn += 1) {
      await session.append([userMessage(`Question ${turn}: what does file-${turn}.ts export?`)]);
      const { outcome } = await session.fit({ windowTokens: WINDOW_TOKENS });
      if (outcome.type === "compacted") compactions += 1;
      largestViewTokens = Math.max(largestViewTokens, session.usage().tokens);
      const call = {
        callId: `call-${turn}`,
        name: "read_file",
        arguments: JSON.stringify({ path: `file-${turn}.ts` }),
      };
      const asked = assistantMessage("I read the file.", [call]);
      const output = `export const value${turn} = ${turn};\n`.repeat(40);
      await session.append([asked, toolMessage(call, output)]);
      await session.append([assistantMessage(`It exports value${turn}.`)]);
    }
    const entries = await Array.fromAsync(store.read("agent"));
    const hits = await store.search("agent", `file-${first}.ts`);
    const report: AgentReport = {
      compactions,
      largestViewTokens,
      entries: entries.filter(({ type }) => type === "message").length,
      hits: hits.length,
      nodeGlobals: ["process", "Buffer", "setImmediate"].filter((name) => name in globalThis),
    };
    return Response.json(report);
  }
}

export default {
  fetch(request: Request, { AGENT }: Environment): Promise<Response> {
    return AGENT.get(AGENT.idFromName("agent")).fetch(request);
  },
};
