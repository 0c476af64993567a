import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AdapterInstance, AdapterRig, AdapterSetup } from "@cutpoint/conformance";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { MemorySession, Runner, type Session } from "@openai/agents-core";
import {
  createCompactingRunner,
  createCompactingSession,
  fromAgentItems,
  type StoredSession,
  toAgentItems,
} from "@cutpoint/adapter-openai-agents";
import { agentOf, itemsOf, providerOf, roundTrip, type RunnerHost, runOnce } from "./runner-rig.ts";
import { samples } from "./samples.ts";

/**
 * The compacting runner with a session over a store, which compacts before each request and after each run.
 *
 * A run that is resumed from a serialized state is not recorded, so that feature belongs to the subjects without a store.
 */
export function stackRig(host: RunnerHost): AdapterRig {
  return {
    facts: {
      overflow: "recovers",
      streaming: host.streaming,
      compactsAfterTurn: true,
      persists: "log",
      durable: true,
      dropsReusedCalls: true,
    },
    features: ["structured-output", "handoff", "recall", "compact-tool"],
    samples,
    roundTrip,
    create: async (setting) => openWorld(setting, host),
  };
}

/** The objects of one process. */
type Process = {
  readonly session: Session;
  readonly runner: Runner;
  /** The warnings since the last turn. */
  readonly warnings: string[];
  readonly end: () => Promise<void>;
};

async function openWorld(setting: AdapterSetup, host: RunnerHost): Promise<AdapterInstance> {
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-stack-"));
  const plain = new MemorySession();
  const start = (): Process =>
    setting.withAdapter
      ? startProcess(setting, host, join(folder, "agents.sqlite"))
      : {
          session: plain,
          runner: new Runner({
            model: setting.model,
            modelProvider: providerOf(setting, host),
            tracingDisabled: true,
          }),
          warnings: [],
          end: async () => undefined,
        };
  let now = start();
  const stored = async (): ReturnType<Session["getItems"]> =>
    "getAllItems" in now.session
      ? (now.session as StoredSession).getAllItems()
      : now.session.getItems();
  return {
    async turn(input, signal) {
      now.warnings.length = 0;
      const options = { session: now.session, signal };
      const ran = await runOnce(now.runner, agentOf(setting, now.session), input, options, host);
      return { ...ran, warnings: [...now.warnings] };
    },
    stored: async () => itemsOf(await stored()),
    async write(items) {
      const { length } = fromAgentItems(await stored());
      await now.session.addItems(
        items.slice(length).flatMap(({ message }) => toAgentItems(message)),
      );
    },
    async reopen() {
      await now.end();
      now = start();
    },
    async [Symbol.asyncDispose]() {
      await now.end();
      await rm(folder, { recursive: true });
    },
  };
}

function startProcess(setting: AdapterSetup, host: RunnerHost, file: string): Process {
  const { background = false, model, policy, windowTokens } = setting;
  const warnings: string[] = [];
  const store = createSqliteStore({ file });
  const summarizer = () => setting.summarizer; // a function, so that nothing follows it
  const session = createCompactingSession({
    store,
    sessionId: "one",
    policy: { windowTokens, ...policy },
    background,
    compactTool: setting.feature === "compact-tool",
    summarizer,
  });
  const runner = createCompactingRunner({
    provider: providerOf(setting, host),
    policy: { windowTokens },
    summarizer,
    onWarning: ({ type }) => void warnings.push(type),
    config: { model, tracingDisabled: true },
  });
  const end = async (): Promise<void> => {
    await session[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  };
  return { session, runner, warnings, end };
}
