import type { ModelRequest } from "@openai/agents-core";
import type { CompactingSession } from "./compacting-session.ts";
import { type FittedRequest, fitRequest } from "./fit-request.ts";
import type { RequestLog } from "./item-log.ts";
import { createRunRecorder, type PendingItems, type RunRecorder } from "./run-recorder.ts";
import type { RunScope } from "./run-scope.ts";

/** Records the runs of a session for its runner. */
export type Recording = {
  readonly recorder: RunRecorder;
  /** Writes pending items. `pending` is called in the order of the session's methods. Never rejects. */
  readonly write: (pending: () => PendingItems | null) => Promise<void>;
  /** Compacts a request if needed and if the session supports it. */
  readonly fitRequest: (request: ModelRequest, model: string | undefined) => Promise<FittedRequest>;
};

const recordings = new WeakMap<CompactingSession, Recording>();

/**
 * Creates the recorder of a session.
 *
 * A failed write is reported. Its items are written again when the SDK adds the items of the run.
 */
export function attachRecorder(
  session: CompactingSession,
  options: Pick<Recording, "write"> & {
    readonly scope: RunScope;
    readonly requests: RequestLog | undefined;
  },
): RunRecorder {
  const { requests: log, scope, write } = options;
  const recorder = createRunRecorder();
  const reportFailure = (error: unknown): void =>
    scope.emit({ type: "hook-failed", reason: "threshold", willRetry: false, error });
  recordings.set(session, {
    recorder,
    write: (pending) => write(pending).catch(reportFailure),
    fitRequest: async (request, model) =>
      log === undefined
        ? { request, extraUsage: [] }
        : fitRequest(request, model, { log, recorder, scope }),
  });
  return recorder;
}

/** Returns the recording of a session; `undefined` if `createCompactingSession` did not create it. */
export function findRecording(session: CompactingSession): Recording | undefined {
  return recordings.get(session);
}
