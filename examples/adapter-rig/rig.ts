import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Chat,
  type ChatStorage,
  type ChatMessage,
  type ChatState,
  createChat,
  createChatClient,
  emptyChat,
  chatItems,
  toChatMessages,
  toItems,
  withCompaction,
  withoutCompaction,
} from "@cutpoint/adapter-fetch";
import type { AdapterRig, AdapterSetup, Subject } from "@cutpoint/conformance";
import { createCompactor } from "@cutpoint/core";
import { samples } from "./samples.ts";

function openChat(setting: AdapterSetup, storage: ChatStorage): Chat {
  const { url, model, windowTokens, policy, summarizer, system, tools, feature } = setting;
  const client = createChatClient({ url: `${url}/v1` });
  const compactor = createCompactor({ policy, summarizer });
  const fields = feature === null ? {} : { response_format: { type: "json_object" } };
  return createChat({
    complete: setting.withAdapter
      ? withCompaction(client, { compactor, windowTokens })
      : withoutCompaction(client),
    storage,
    model,
    tools,
    fields,
    ...(system === null ? {} : { system }),
  });
}

const createRig = (streaming: boolean): AdapterRig => ({
  facts: { overflow: "recovers", streaming, persists: "view", durable: true },
  features: ["structured-output"],
  samples,
  roundTrip: (messages) =>
    toChatMessages(toItems(messages as readonly ChatMessage[]).map(({ message }) => message)),
  async create(setting) {
    const folder = await mkdtemp(join(tmpdir(), "adapter-rig-"));
    const file = join(folder, "chat.json");
    const storage: ChatStorage = {
      load: async () =>
        readFile(file, "utf8").then((text) => JSON.parse(text) as ChatState, emptyChat),
      save: (state) => writeFile(file, JSON.stringify(state)),
    };
    let chat = openChat(setting, storage);
    return {
      async turn(input, signal) {
        const pieces: string[] = [];
        const onText = (piece: string): unknown => pieces.push(piece);
        const reply = await chat.ask(input, streaming ? { signal, onText } : { signal });
        const summaryCalls = reply.receipts.reduce((sum, { attempts }) => sum + attempts.length, 0);
        return {
          text: reply.text,
          pieces,
          warnings: reply.warnings.map(({ type }) => type),
          summaryCalls,
        };
      },
      stored: async () => chatItems(await storage.load()),
      async write(items) {
        const messages = toChatMessages(items.map(({ message }) => message));
        await storage.save({ ...(await storage.load()), messages });
      },
      async reopen() {
        chat = openChat(setting, storage); // reads everything from the file
      },
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
    };
  },
});

export const subjects: readonly Subject[] = [
  { type: "adapter", name: "Chat Completions over fetch, streamed", rig: createRig(true) },
  { type: "adapter", name: "Chat Completions over fetch, whole", rig: createRig(false) },
];
