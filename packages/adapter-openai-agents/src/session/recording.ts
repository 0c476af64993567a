import type { CompactionEvent } from "@cutpoint/core";
import type { CompactingSession } from "./compacting-session.ts";
import { createRunRecorder, type Fresh, type RunRecorder } from "./run-recorder.ts";

/** What a session lets a runner of its own do. */
export type Recording = {
  readonly recorder: RunRecorder;
  /** Writes what is not written yet, asked for when its turn has come; never rejects. */
  readonly write: (fresh: () => Fresh | null) => Promise<void>;
};

const recordings = new WeakMap<CompactingSession, Recording>();

/** Gives a session its recorder; a write that fails is told, and tried again when the run is handed over. */
export function bindRecorder(
  session: CompactingSession,
  { tell, write }: { readonly tell: (event: CompactionEvent) => void } & Pick<Recording, "write">,
): RunRecorder {
  const recorder = createRunRecorder();
  const failed = (error: unknown): void =>
    tell({ type: "hook-failed", reason: "threshold", willRetry: false, error });
  recordings.set(session, { recorder, write: (fresh) => write(fresh).catch(failed) });
  return recorder;
}

/** The recording of a session that was made by `createCompactingSession`. */
export function recordingOf(session: CompactingSession): Recording | undefined {
  return recordings.get(session);
}
