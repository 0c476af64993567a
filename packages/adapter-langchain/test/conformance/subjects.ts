import type { Subject } from "@cutpoint/conformance";
import { agentRig } from "./agent-rig.ts";
import { historyRig } from "./history-rig.ts";
import { memoryPlace, sqlitePlace } from "./savers.ts";
import { memoryStoreLocation, sqliteStoreLocation } from "./stores.ts";

const sqlite = { openSaver: sqlitePlace, durable: true } as const;
const memory = { openSaver: memoryPlace, durable: false } as const;

export const subjects: readonly Subject[] = [
  {
    type: "adapter",
    name: "LangChain: createAgent, OpenAI Chat Completions, streamed",
    rig: agentRig({ vendor: "openai-chat", streaming: true, persist: "view", ...sqlite }),
  },
  {
    type: "adapter",
    name: "LangChain: createAgent, OpenAI Responses, streamed",
    rig: agentRig({ vendor: "openai-responses", streaming: true, persist: "view", ...memory }),
  },
  {
    type: "adapter",
    name: "LangChain: createAgent, Anthropic",
    rig: agentRig({ vendor: "anthropic", streaming: false, persist: "view", ...memory }),
  },
  {
    type: "adapter",
    name: "LangChain: createAgent, OpenAI Chat Completions, compacted messages in a store",
    rig: agentRig({ vendor: "openai-chat", streaming: false, persist: "store", ...memory }),
  },
  {
    type: "adapter",
    name: "LangChain: createAgent, Anthropic, streamed, the thread replaced",
    rig: agentRig({ vendor: "anthropic", streaming: true, persist: "replace", ...memory }),
  },
  {
    type: "adapter",
    name: "LangChain: RunnableWithMessageHistory, OpenAI Chat Completions, streamed",
    rig: historyRig({
      reader: "RunnableWithMessageHistory",
      vendor: "openai-chat",
      streaming: true,
      openStore: sqliteStoreLocation,
      durable: true,
    }),
  },
  {
    type: "adapter",
    name: "LangChain: RunnableWithMessageHistory, Anthropic",
    rig: historyRig({
      reader: "RunnableWithMessageHistory",
      vendor: "anthropic",
      streaming: false,
      openStore: memoryStoreLocation,
      durable: false,
    }),
  },
  {
    type: "adapter",
    name: "LangChain: BufferMemory, OpenAI Chat Completions",
    rig: historyRig({
      reader: "BufferMemory",
      vendor: "openai-chat",
      streaming: false,
      openStore: sqliteStoreLocation,
      durable: true,
    }),
  },
];
