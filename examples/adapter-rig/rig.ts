import type { AdapterInstance, AdapterRig, AdapterSetup, Subject } from "@cutpoint/conformance";
import type { Message } from "@cutpoint/core";
import { type CompactionOptions, createHostReader, fromUnits, toUnits } from "@cutpoint/host-kit";
import { createMemoryStateStore } from "@cutpoint/store-memory";
import { format, withCompaction } from "./adapter.ts";
import { createClient, type Line } from "./client.ts";
import { samples } from "./samples.ts";

const rig: AdapterRig = {
  facts: { overflow: "recovers", streaming: false, persists: "view", durable: false },
  features: [],
  samples,
  roundTrip: (messages) => toLines(fromUnits(format.split(messages as readonly Line[]), format)),
  create: async (setup) => openHost(setup),
};

export const subjects: readonly Subject[] = [{ type: "adapter", name: "an invented client", rig }];

function toLines(messages: readonly Message[]): readonly Line[] {
  return format.join(toUnits(messages, format));
}

type States = NonNullable<CompactionOptions["states"]>;

/** A host of the client: a loop that runs the tools and keeps the lines in memory. */
function openHost(setup: AdapterSetup): AdapterInstance {
  let lines: readonly Line[] = [];
  let states = createMemoryStateStore();
  let loop = createLoop(setup, states);
  return {
    async turn(text, signal) {
      const asked = { by: "user", text };
      const { added, answer } = await loop.run([...lines, asked], signal);
      lines = [...lines, asked, ...added]; // another turn may have ended meanwhile
      return { text: answer, pieces: [], ...loop.reports() };
    },
    stored: async () => createHostReader(format)({ messages: lines }).items,
    async write(items) {
      lines = toLines(items.map(({ message }) => message));
    },
    async reopen(what) {
      if (what === "process") [lines, states] = [[], createMemoryStateStore()];
      loop = createLoop(setup, states);
    },
    async [Symbol.asyncDispose]() {},
  };
}

function createLoop(
  { background, model, policy, summarizer, system, tools, url, ...setup }: AdapterSetup,
  states: States,
) {
  let warnings: string[] = [];
  let summaryCalls = 0;
  const client = createClient(url);
  const compacting = withCompaction(client, {
    states,
    conversationId: "the only one",
    policy: { windowTokens: setup.windowTokens, ...policy },
    background: background ?? false,
    summarizer: () => summarizer, // a function, so that nothing follows it
    onWarning: ({ type }) => void warnings.push(type),
    onEvent(event) {
      if (event.type === "applied") summaryCalls += event.receipt.attempts.length;
    },
  });
  const used = setup.withAdapter ? compacting : client;
  const definitions = tools.map(({ run: _run, ...tool }) => ({ type: "function", function: tool }));
  return {
    reports: () => ({ warnings, summaryCalls }),
    async run(lines: readonly Line[], signal: AbortSignal) {
      [warnings, summaryCalls] = [[], 0];
      const added: Line[] = [];
      const common = { model, system: system ?? "", tools: definitions, signal };
      for (;;) {
        const { line } = await used.answer({ ...common, lines: [...lines, ...added] });
        added.push(line);
        if (line.wants === undefined) return { added, answer: line.text };
        for (const { id, input, tool } of line.wants) {
          const text = await tools.find(({ name }) => name === tool)?.run(input);
          added.push({ by: "tool", text: text ?? "No such tool.", answers: { id, tool } });
        }
      }
    },
  };
}
