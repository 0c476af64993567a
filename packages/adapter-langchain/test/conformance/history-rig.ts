import type {
  AdapterInstance,
  AdapterRig,
  AdapterSetup,
  AdapterTool,
  TurnResult,
} from "@cutpoint/conformance";
import type { Item } from "@cutpoint/core";
import type { SessionStore } from "@cutpoint/session";
import { BufferMemory } from "@langchain/classic/memory";
import {
  type BaseListChatMessageHistory,
  InMemoryChatMessageHistory,
} from "@langchain/core/chat_history";
import {
  AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
} from "@langchain/core/messages";
import { RunnableLambda, RunnableWithMessageHistory } from "@langchain/core/runnables";
import {
  CompactingChatMessageHistory,
  createCompactTool,
  createRecallTool,
  fromLangChainMessage,
  toLangChainMessage,
} from "@cutpoint/adapter-langchain";
import type { Vendor } from "../agent/rig.ts";
import { answered, type ChatLoop, streamed, toolDefinition } from "./chat-loop.ts";
import { modelOf } from "./host-tools.ts";
import { roundTrip, samples } from "./samples.ts";

export type HistoryHost = {
  /** Who reads and writes the history. */
  readonly reader: "RunnableWithMessageHistory" | "BufferMemory";
  readonly vendor: Vendor;
  readonly streaming: boolean;
  readonly openStore: () => Promise<StoreLocation>;
  readonly durable: boolean;
};

/** A place of one conversation's log. */
export type StoreLocation = AsyncDisposable & {
  readonly store: () => SessionStore;
  /** As after the process has ended. */
  readonly restart: () => Promise<void>;
};

/** Chains and classic memory over `CompactingChatMessageHistory`: read once for a turn, so that no overflow is seen. */
export function historyRig(host: HistoryHost): AdapterRig {
  return {
    facts: {
      overflow: "propagates",
      streaming: host.streaming,
      compacts: "each-turn",
      failedStreams: host.vendor === "openai-responses" ? "hidden" : "rejected",
      persists: "log",
      durable: host.durable,
    },
    features: [
      "structured-output",
      "recall",
      ...(storesCalls(host) ? ["compact-tool" as const] : []),
    ],
    samples,
    roundTrip,
    create: async (setting) => openWorld(setting, host),
  };
}

/** `BufferMemory` stores no calls, and a stream is stored as one message without the results of its calls. */
function storesCalls({ reader, streaming }: HistoryHost): boolean {
  return reader !== "BufferMemory" && !streaming;
}

/** The parameters of one turn. */
type Turn = {
  readonly history: BaseListChatMessageHistory;
  readonly loop: ChatLoop;
  readonly system: readonly BaseMessage[];
  readonly input: string;
  readonly signal: AbortSignal;
};

async function openWorld(setting: AdapterSetup, host: HistoryHost): Promise<AdapterInstance> {
  const place = await host.openStore();
  const plain = new InMemoryChatMessageHistory();
  const loop: ChatLoop = {
    model: modelOf(setting, host.vendor, host.streaming),
    tools: setting.tools,
    fields:
      setting.feature === "structured-output" ? { response_format: { type: "json_object" } } : {},
  };
  const compacting = (
    report: TurnReport | null,
    signal?: AbortSignal,
  ): CompactingChatMessageHistory => openHistory(setting, place.store(), report, signal);
  const stored = async (): Promise<readonly Item[]> => {
    const messages = setting.withAdapter
      ? await compacting(null).getFullHistory()
      : await plain.getMessages();
    return messages.map((message, index) => ({
      id: `stored-${index}`,
      message: fromLangChainMessage(message),
    }));
  };
  return {
    async turn(input, signal) {
      const report: TurnReport = { warnings: [], calls: 0 };
      const history = setting.withAdapter ? compacting(report, signal) : plain;
      const system = setting.system === null ? [] : [new SystemMessage(setting.system)];
      const tools = [...loop.tools, ...ownTools(setting, compacting(report, signal))];
      const turn: Turn = { history, loop: { ...loop, tools }, system, input, signal };
      const ran = await (host.reader === "BufferMemory" ? remembered(turn) : chained(turn, host));
      return { ...ran, warnings: report.warnings, summaryCalls: report.calls };
    },
    stored,
    async write(items) {
      const added = items
        .slice((await stored()).length)
        .map(({ message }) => toLangChainMessage(message));
      await (setting.withAdapter ? compacting(null) : plain).addMessages(added);
    },
    async reopen(what) {
      if (what === "process") await place.restart();
    },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

function ownTools(
  { feature }: AdapterSetup,
  history: CompactingChatMessageHistory,
): readonly AdapterTool[] {
  const tools = [
    ...(feature === "recall" ? [createRecallTool(history)] : []),
    ...(feature === "compact-tool" ? [createCompactTool(() => history.getFullHistory())] : []),
  ];
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    parameters: tool.schema as never,
    run: async (written) => String(await tool.invoke(JSON.parse(written))),
  }));
}

/** The adapter's reports in a turn. */
type TurnReport = { readonly warnings: string[]; calls: number };

function openHistory(
  { feature, policy, summarizer, windowTokens, model, system, tools }: AdapterSetup,
  store: SessionStore,
  report: TurnReport | null,
  signal: AbortSignal | undefined,
): CompactingChatMessageHistory {
  return new CompactingChatMessageHistory({
    store,
    sessionId: "one",
    model: { model, profile: { maxInputTokens: windowTokens } },
    policy,
    summarizer: () => summarizer, // a function, so that nothing follows it
    compactTool: feature === "compact-tool",
    request: {
      ...(system === null ? {} : { system }),
      ...(tools.length === 0 ? {} : { tools: tools.map(toolDefinition) }),
      ...(signal === undefined ? {} : { signal }),
    },
    onWarning: ({ type }) => void report?.warnings.push(type),
    onEvent: (event) => {
      if (event.type === "applied" && report !== null)
        report.calls += event.receipt.attempts.length;
    },
  });
}

type Ran = Pick<TurnResult, "text" | "pieces">;

async function chained(
  { history, loop, system, input, signal }: Turn,
  { streaming }: HistoryHost,
): Promise<Ran> {
  const config = { configurable: { sessionId: "one" }, signal };
  const question = [new HumanMessage(input)];
  const getMessageHistory = (): BaseListChatMessageHistory => history;
  if (!streaming) {
    const runnable = RunnableLambda.from(async (messages: BaseMessage[]) =>
      answered(loop, [...system, ...messages], signal),
    );
    const chain = new RunnableWithMessageHistory({ runnable, getMessageHistory });
    const replies: BaseMessage[] = await chain.invoke(question, config);
    return { text: replies.at(-1)?.text ?? "", pieces: [] };
  }
  const runnable = RunnableLambda.from((messages: BaseMessage[]) =>
    streamed(loop, [...system, ...messages], signal),
  );
  const chain = new RunnableWithMessageHistory({ runnable: runnable as never, getMessageHistory });
  const pieces: string[] = [];
  const chunks = (await chain.stream(question, config)) as AsyncIterable<unknown>;
  for await (const chunk of chunks)
    if (AIMessageChunk.isInstance(chunk) && chunk.text !== "") pieces.push(chunk.text);
  return { text: pieces.join(""), pieces };
}

async function remembered({ history, loop, system, input, signal }: Turn): Promise<Ran> {
  const memory = new BufferMemory({ chatHistory: history, returnMessages: true });
  const { history: before } = (await memory.loadMemoryVariables({})) as { history: BaseMessage[] };
  signal.throwIfAborted();
  const replies = await answered(loop, [...system, ...before, new HumanMessage(input)], signal);
  const text = replies.at(-1)?.text ?? "";
  await memory.saveContext({ input }, { output: text });
  return { text, pieces: [] };
}
