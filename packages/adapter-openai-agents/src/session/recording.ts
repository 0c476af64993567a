import type { ModelRequest } from "@openai/agents-core";
import type { CompactingSession } from "./compacting-session.ts";
import { type FittedRequest, fittedRequest } from "./fitted-request.ts";
import type { RequestLog } from "./item-log.ts";
import { createRunRecorder, type Fresh, type RunRecorder } from "./run-recorder.ts";
import type { RunScope } from "./run-scope.ts";

/** What a session lets a runner of its own do. */
export type Recording = {
  readonly recorder: RunRecorder;
  /** Writes what is not written yet, asked for when its turn has come; never rejects. */
  readonly write: (fresh: () => Fresh | null) => Promise<void>;
  /** A request as it is to be sent: kept within the window where the session can do that. */
  readonly fitted: (request: ModelRequest, model: string | undefined) => Promise<FittedRequest>;
};

const recordings = new WeakMap<CompactingSession, Recording>();

/** Gives a session its recorder; a write that fails is told, and tried again when the run is handed over. */
export function bindRecorder(
  session: CompactingSession,
  options: Pick<Recording, "write"> & {
    readonly scope: RunScope;
    readonly requests: RequestLog | undefined;
  },
): RunRecorder {
  const { requests: log, scope, write } = options;
  const recorder = createRunRecorder();
  const failed = (error: unknown): void =>
    scope.emit({ type: "hook-failed", reason: "threshold", willRetry: false, error });
  recordings.set(session, {
    recorder,
    write: (fresh) => write(fresh).catch(failed),
    fitted: async (request, model) =>
      log === undefined
        ? { request, extraUsage: [] }
        : fittedRequest(request, model, { log, recorder, scope }),
  });
  return recorder;
}

/** The recording of a session that was made by `createCompactingSession`. */
export function recordingOf(session: CompactingSession): Recording | undefined {
  return recordings.get(session);
}
