import type { CallName, EngineAnswer, EngineCalls, EngineRequest } from "./engine-messages.ts";

/** Functions that answer the calls of a page. */
export type Handlers = {
  readonly [Name in CallName]: (
    request: EngineCalls[Name]["request"],
    report: (progress: EngineCalls[Name]["progress"]) => void,
  ) => Promise<EngineCalls[Name]["result"]>;
};

/** Answers the calls that arrive in this worker. */
export function serveEngine(handlers: Handlers): void {
  const send = (answer: EngineAnswer): void => {
    self.postMessage(answer, {});
  };
  self.addEventListener("message", ({ data }: MessageEvent<EngineRequest>) => {
    const { id } = data;
    answerTo(handlers, data, (progress) => {
      send({ id, type: "progress", progress });
    }).then(
      (result) => {
        send({ id, type: "done", result });
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        send({ id, type: "failed", message });
      },
    );
  });
}

async function answerTo(
  handlers: Handlers,
  { name, request }: EngineRequest,
  report: (progress: unknown) => void,
): Promise<unknown> {
  const handle = handlers[name] as (
    given: EngineRequest["request"],
    report: (progress: unknown) => void,
  ) => Promise<unknown>;
  return handle(request, report);
}
