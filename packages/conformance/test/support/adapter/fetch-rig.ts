import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ChatClient,
  chatItems,
  type ChatMessage,
  type ChatState,
  type ChatStorage,
  type CompleteChat,
  createChat,
  createChatClient,
  emptyChat,
  toChatMessages,
  toItems,
  withCompaction,
  withoutCompaction,
} from "@cutpoint/example-chat";
import { createCompactTool, createRecallTool } from "@cutpoint/session";
import { type Compactor, type CompactorOptions, createCompactor, type Item } from "@cutpoint/core";
import type {
  AdapterFacts,
  AdapterInstance,
  AdapterRig,
  AdapterSetup,
  AdapterTool,
} from "../../../src/adapter/rig.ts";
import { appTool } from "./app-host.ts";
import { fetchSamples } from "./fetch-samples.ts";

/** Replacements for parts of the adapter. */
export type Faults = {
  readonly facts?: Partial<AdapterFacts>;
  readonly setup?: (setup: AdapterSetup) => AdapterSetup;
  readonly compactor?: (compactor: Compactor, setup: AdapterSetup) => Compactor;
  readonly client?: (client: ChatClient) => ChatClient;
  readonly complete?: (complete: CompleteChat, setup: AdapterSetup) => CompleteChat;
  readonly storage?: (storage: ChatStorage) => ChatStorage;
  readonly instance?: (instance: AdapterInstance) => AdapterInstance;
  /** Runs each turn in a separate chat. */
  readonly parallel?: boolean;
  /** Changes the options of the compactor. */
  readonly options?: (options: CompactorOptions) => CompactorOptions;
  /** Selects what the recall tool searches. */
  readonly recalled?: (items: readonly Item[]) => readonly Item[];
  readonly roundTrip?: (messages: readonly ChatMessage[]) => readonly ChatMessage[];
};

export function fetchRig(faults: Faults = {}): AdapterRig {
  const facts: AdapterFacts = {
    overflow: "recovers",
    streaming: true,
    persists: "view",
    durable: true,
    ...faults.facts,
  };
  const same = <Value>(value: Value): Value => value;
  return {
    facts,
    features: ["structured-output", "recall", "compact-tool"],
    samples: fetchSamples,
    roundTrip: (messages) =>
      (faults.roundTrip ?? same)(roundTripped(messages as readonly ChatMessage[])),
    async create(given) {
      const setup = (faults.setup ?? same)(given);
      return (faults.instance ?? same)(await openInstance(setup, facts, faults));
    },
  };
}

function roundTripped(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return toChatMessages(toItems(messages).map((item: Item) => item.message));
}

async function openInstance(
  setup: AdapterSetup,
  { streaming }: AdapterFacts,
  faults: Faults,
): Promise<AdapterInstance> {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-fetch-"));
  const file = fileStorage(join(directory, "chat.json"));
  const storage = faults.storage?.(file) ?? file;
  const open = (): ReturnType<typeof createChat> => openChat(setup, storage, faults);
  let chat = open();
  return {
    async turn(input, signal) {
      const pieces: string[] = [];
      const onText = (piece: string): unknown => pieces.push(piece);
      const asked = faults.parallel === true ? open() : chat;
      const reply = await asked.ask(input, { signal, ...(streaming ? { onText } : {}) });
      return {
        text: reply.text,
        pieces,
        warnings: reply.warnings.map(({ type }) => type),
        summaryCalls: reply.receipts.reduce((sum, { attempts }) => sum + attempts.length, 0),
      };
    },
    stored: async () => chatItems(await storage.load()),
    async write(items) {
      const messages = toChatMessages(items.map(({ message }) => message));
      await storage.save({ ...(await storage.load()), messages });
    },
    async reopen() {
      chat = open();
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}

function openChat(
  setup: AdapterSetup,
  storage: ChatStorage,
  faults: Faults,
): ReturnType<typeof createChat> {
  const { url, model, system, tools, feature } = setup;
  const client = createChatClient({ url: `${url}/v1` });
  const complete = completion(setup, faults.client?.(client) ?? client, faults);
  return createChat({
    complete: faults.complete?.(complete, setup) ?? complete,
    storage,
    model,
    tools: [
      ...tools,
      ...(feature === "recall" ? [recallTool(storage, faults)] : []),
      ...(feature === "compact-tool" ? [compactTool(storage)] : []),
    ],
    ...(system === null ? {} : { system }),
    ...(feature === "structured-output"
      ? { fields: { response_format: { type: "json_object" } } }
      : {}),
  });
}

function recallTool(storage: ChatStorage, { recalled = (items) => items }: Faults): AdapterTool {
  const { execute, ...definition } = createRecallTool(async () =>
    recalled(chatItems(await storage.load())),
  );
  return { ...definition, run: (written) => execute(JSON.parse(written)) };
}

function compactTool(storage: ChatStorage): AdapterTool {
  return appTool(createCompactTool(async () => chatItems(await storage.load())));
}

function completion(setup: AdapterSetup, client: ChatClient, faults: Faults): CompleteChat {
  const { background = false, feature, policy, summarizer, windowTokens, withAdapter } = setup;
  if (!withAdapter) return withoutCompaction(client);
  const compactTool = feature === "compact-tool";
  const options = { background, policy, summarizer, compactTool };
  const compactor = createCompactor(faults.options?.(options) ?? options);
  return withCompaction(client, {
    compactor: faults.compactor?.(compactor, setup) ?? compactor,
    windowTokens,
  });
}

function fileStorage(path: string): ChatStorage {
  return {
    async load() {
      const text = await readFile(path, "utf8").catch(() => null);
      return text === null ? emptyChat() : (JSON.parse(text) as ChatState);
    },
    async save(state) {
      await writeFile(`${path}.new`, JSON.stringify(state));
      await rename(`${path}.new`, path);
    },
  };
}
