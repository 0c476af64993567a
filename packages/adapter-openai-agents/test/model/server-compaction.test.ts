import type { CompactionEvent } from "@cutpoint/core";
import { type Provider, startProvider } from "@cutpoint/provider-sim";
import {
  type AgentInputItem,
  MemorySession,
  type ModelProvider,
  type OpenAIResponsesCompactionAwareSession,
  Usage,
} from "@openai/agents-core";
import { assistantMessage, modelResponse, ScriptedModel } from "@openai/agents-core/testing";
import { OpenAIResponsesCompactionSession } from "@openai/agents-openai";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import {
  createServerCompaction,
  type ServerCompaction,
} from "../../src/model/server-compaction.ts";
import { withCompaction } from "../../src/model/with-compaction.ts";
import {
  agentWith,
  EAGER,
  filler,
  openAI,
  plainRunner,
  runnerOf,
  talk,
} from "../support/run-agent.ts";

/** The provider's own compaction, by way of the SDK's session for it. */
function serverOf({ url }: Provider): ServerCompaction {
  const client = new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
  return createServerCompaction(
    (underlyingSession) =>
      new OpenAIResponsesCompactionSession({
        client,
        underlyingSession,
        model: "gpt-5",
        compactionMode: "input",
      }) as object as OpenAIResponsesCompactionAwareSession,
    { supports: (model) => model !== "other" },
  );
}

function opaque(id: string): AgentInputItem {
  return { type: "compaction", id, encrypted_content: "sealed" };
}

/** A provider that converts its input to an opaque item. */
function scripted(
  given: AgentInputItem[][],
  make: (id: string) => AgentInputItem = opaque,
): ServerCompaction {
  return {
    supports: (model) => model !== "other",
    async compact(items) {
      given.push([...items]);
      return { items: [make(`cmp_${given.length}`)], usage: null };
    },
  };
}

const typesOf = (items: readonly AgentInputItem[]): readonly unknown[] =>
  items.map((item) => ("role" in item ? item.role : item.type));

test("a real server's compaction comes first, and the next one continues from it", async () => {
  await using simulated = await startProvider({ windowTokens: 3000 });
  const provider = withCompaction(openAI(simulated.url, "responses"), {
    policy: { windowTokens: 3000 },
    serverCompaction: serverOf(simulated),
  });
  const session = new MemorySession();
  let counted = 0;
  for (let turn = 1; turn <= 40; turn += 1) {
    const { state } = await runnerOf(provider).run(agentWith(undefined), filler(turn, 120), {
      session,
    });
    const entries = state.usage.requestUsageEntries ?? [];
    counted += entries.filter(({ endpoint }) => endpoint === "responses.compact").length;
  }
  const requests = simulated.requests();
  expect(requests.map(({ outcome }) => outcome.type)).not.toContain("refused");
  const compactions = requests.filter(({ path }) => path.endsWith("/compact"));
  expect(compactions.length).toBeGreaterThan(1);
  expect(counted).toBe(compactions.length);
  expect(JSON.stringify(compactions[1]?.body)).toContain('"type":"compaction"');
  expect(JSON.stringify(requests.at(-1)?.body)).toContain('"type":"compaction"');
  expect(await session.getItems()).toHaveLength(80);
});

describe("a provider's compaction", () => {
  const answers = (count: number): ScriptedModel =>
    new ScriptedModel(
      Array.from({ length: count }, () =>
        modelResponse({
          output: [assistantMessage("Yes.")],
          usage: new Usage({ inputTokens: 1, outputTokens: 1 }),
        }),
      ),
    );
  const sent = (model: ScriptedModel): readonly AgentInputItem[] =>
    model.lastCall?.request.input as AgentInputItem[];

  test("receives the compacted items once, and its result replaces the summary", async () => {
    const given: AgentInputItem[][] = [];
    const inner = answers(2);
    const model = withCompaction(inner, { policy: EAGER, serverCompaction: scripted(given) });
    const history = talk(6);
    const runner = plainRunner();
    const first = await runner.run(agentWith(model), history);
    expect(given).toHaveLength(1);
    expect(given[0]).toEqual(history.slice(0, given[0]?.length));
    expect(typesOf(sent(inner))[0]).toBe("compaction");
    expect(sent(inner)[0]).toEqual(opaque("cmp_1"));
    expect(sent(inner).slice(2)).toEqual(history.slice(given[0]?.length));
    expect(JSON.stringify(sent(inner)[1])).toContain(filler(1));
    await runner.run(agentWith(model), [...first.history, ...talk(1)]);
    expect(given).toHaveLength(1);
    expect(sent(inner)[0]).toEqual(opaque("cmp_1"));
  });

  test("a model that cannot read it receives the readable summary", async () => {
    const inner = answers(2);
    const options = { policy: EAGER, serverCompaction: scripted([]) };
    const provider = withCompaction({ getModel: () => inner }, options);
    const history = talk(6);
    await runnerOf(provider).run(agentWith(undefined), history);
    expect(typesOf(sent(inner))).toContain("compaction");
    const other = await (provider as ModelProvider).getModel("other");
    await plainRunner().run(agentWith(other), history);
    expect(typesOf(sent(inner))).not.toContain("compaction");
    expect(JSON.stringify(sent(inner)[0])).toContain("compacted to save room");
  });

  test.each([
    [
      "fails",
      () => {
        throw new Error("the service is away");
      },
    ],
    ["gives nothing of its own", (): AgentInputItem => ({ role: "user", content: "a" })],
  ])("if it %s, the readable summary is used and the failure is reported", async (_what, make) => {
    const events: CompactionEvent[] = [];
    const inner = answers(1);
    const model = withCompaction(inner, {
      policy: EAGER,
      serverCompaction: scripted([], make),
      onEvent: (event) => events.push(event),
    });
    await plainRunner().run(agentWith(model), talk(6));
    expect(JSON.stringify(sent(inner)[0])).toContain("compacted to save room");
    expect(events).toContainEqual(
      expect.objectContaining({ type: "summary-failed", by: "server", reason: "threshold" }),
    );
  });

  test("verbatim blocks stay beside it", async () => {
    const inner = answers(1);
    const model = withCompaction(inner, {
      policy: EAGER,
      serverCompaction: scripted([]),
      reminders: () => [{ title: "PLAN", text: "three steps" }],
    });
    await plainRunner().run(agentWith(model), talk(6));
    expect(typesOf(sent(inner)).slice(0, 3)).toEqual(["compaction", "user", "user"]);
    expect(JSON.stringify(sent(inner)[2])).toContain("three steps");
  });

  test("an opaque item of the server stays first after its compaction", async () => {
    const inner = answers(1);
    const model = withCompaction(inner, { policy: EAGER });
    await plainRunner().run(agentWith(model), [opaque("cmp_0"), ...talk(6)]);
    expect(sent(inner)[0]).toEqual(opaque("cmp_0"));
    expect(JSON.stringify(sent(inner)[1])).toContain("compacted to save room");
  });
});

test("an aborted request ends a provider's compaction that ignores its signal", async () => {
  const request = new AbortController();
  let given: AbortSignal | undefined;
  const never: ServerCompaction = {
    supports: () => true,
    compact: async (_items, { signal }) => {
      given = signal;
      request.abort(new Error("stopped by the user"));
      return new Promise(() => undefined);
    },
  };
  const model = withCompaction(new ScriptedModel([]), { policy: EAGER, serverCompaction: never });
  const run = plainRunner().run(agentWith(model), talk(6), { signal: request.signal });
  await expect(run).rejects.toThrow("was aborted");
  expect(given?.reason).toBe(request.signal.reason);
});
