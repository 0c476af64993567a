import type { PageCompaction, PageData, PageMessage } from "../src/page-data.ts";
import type { ReplaySettings } from "../src/replay-choices.ts";
import { readContained } from "./contained-data.ts";
import type {
  CallName,
  EngineAnswer,
  EngineCalls,
  ReplayProgress,
  Trial,
} from "./engine-messages.ts";

/** A thread by its index. Its messages are sent with the first call. */
type ThreadAddress = { readonly thread: number; readonly messages: readonly PageMessage[] };

/** Reads and compacts sessions in a worker. Calls reject with a message for the user. */
export type Engine = {
  /** Reads a session. The calls below then refer to it. */
  read(file: Blob, onProgress: (readBytes: number) => void): Promise<PageData>;
  /** Resolves to `null` if a newer compaction was asked for before the answer arrived. */
  compact(
    address: ThreadAddress,
    request: Omit<EngineCalls["compact"]["request"], "thread">,
  ): Promise<Trial | null>;
  replay(
    address: ThreadAddress,
    settings: ReplaySettings,
    onProgress: (progress: ReplayProgress) => void,
  ): Promise<void>;
  describe(
    address: ThreadAddress,
    origin: PageCompaction["origin"],
    index: number,
  ): Promise<PageCompaction>;
};

type Pending = {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (progress: never) => void;
};

/** Creates an engine. Its program is unpacked and started with the first call. */
export function createEngine(): Engine {
  const pending = new Map<number, Pending>();
  const opened = new Set<number>();
  let started: Promise<Worker> | undefined;
  let count = 0;
  let newestTrial = 0;

  async function call<Name extends CallName>(
    name: Name,
    request: EngineCalls[Name]["request"],
    onProgress: (progress: EngineCalls[Name]["progress"]) => void = () => undefined,
  ): Promise<EngineCalls[Name]["result"]> {
    started ??= startWorker(pending);
    const worker = await started;
    count += 1;
    const id = count;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject, onProgress });
      worker.postMessage({ id, name, request }, []);
    });
  }

  async function open({ messages, thread }: ThreadAddress): Promise<void> {
    if (opened.has(thread)) return;
    opened.add(thread);
    await call("open", { thread, messages });
  }

  return {
    async read(file, onProgress) {
      const data = await call("read", { file }, onProgress);
      opened.clear();
      for (const index of data.threads.keys()) opened.add(index);
      return data;
    },
    async compact(address, request) {
      newestTrial += 1;
      const trial = newestTrial;
      await open(address);
      if (trial !== newestTrial) return null;
      const result = await call("compact", { thread: address.thread, ...request });
      return trial === newestTrial ? result : null;
    },
    async replay(address, settings, onProgress) {
      await open(address);
      await call("replay", { thread: address.thread, settings }, onProgress);
    },
    async describe(address, origin, index) {
      await open(address);
      return call("describe", { thread: address.thread, origin, index });
    },
  };
}

async function startWorker(pending: Map<number, Pending>): Promise<Worker> {
  const program = new Blob([await readContained("engine")], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(program));
  worker.addEventListener("message", ({ data }: MessageEvent<EngineAnswer>) => {
    const call = pending.get(data.id);
    if (data.type === "progress") call?.onProgress(data.progress as never);
    else pending.delete(data.id);
    if (data.type === "done") call?.resolve(data.result as never);
    if (data.type === "failed") call?.reject(new Error(data.message));
  });
  worker.addEventListener("error", ({ message }) => {
    for (const { reject } of pending.values()) reject(new Error(message));
    pending.clear();
  });
  return worker;
}
