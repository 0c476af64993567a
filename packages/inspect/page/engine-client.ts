import type { PageMessage } from "../src/page-data.ts";
import { readContained } from "./contained-data.ts";
import type { EngineAnswer, EngineRequest } from "./engine-messages.ts";

type CompactRequest = Omit<EngineRequest & { readonly type: "compact" }, "id" | "type">;

/** Recomputes compactions in a worker. */
export type Engine = {
  /** Resolves to `null` if a newer request was made before the answer arrived. */
  compact(messages: readonly PageMessage[], request: CompactRequest): Promise<EngineAnswer | null>;
};

/** Creates an engine. Its program is unpacked and started with the first request. */
export function createEngine(): Engine {
  let started: Promise<Worker> | undefined;
  let opened: readonly PageMessage[] | null = null;
  let newest = 0;
  return {
    async compact(messages, request) {
      newest += 1;
      const id = newest;
      started ??= startWorker();
      const worker = await started;
      if (id !== newest) return null;
      if (opened !== messages) send(worker, { type: "open", messages });
      opened = messages;
      send(worker, { type: "compact", id, ...request });
      const answer = await answerTo(worker, id);
      return id === newest ? answer : null;
    },
  };
}

async function startWorker(): Promise<Worker> {
  const program = new Blob([await readContained("engine")], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(program));
}

function send(worker: Worker, request: EngineRequest): void {
  worker.postMessage(request, []);
}

async function answerTo(worker: Worker, id: number): Promise<EngineAnswer> {
  return new Promise((resolve) => {
    const done = (answer: EngineAnswer): void => {
      worker.removeEventListener("message", onMessage);
      worker.removeEventListener("error", onError);
      resolve(answer);
    };
    const onMessage = ({ data }: MessageEvent<EngineAnswer>): void => {
      if (data.id === id) done(data);
    };
    const onError = ({ message }: ErrorEvent): void => {
      done({ id, milliseconds: 0, result: null, needs: [], error: message });
    };
    worker.addEventListener("message", onMessage);
    worker.addEventListener("error", onError);
  });
}
