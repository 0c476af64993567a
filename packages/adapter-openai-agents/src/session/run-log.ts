import type { AgentInputItem, RunContext } from "@openai/agents-core";
import type { LimitFunction } from "p-limit";
import type { CompactingSession } from "./compacting-session.ts";
import type { ItemLog } from "./item-log.ts";
import type { RunRecorder } from "./run-recorder.ts";
import type { RunScope } from "./run-scope.ts";

/** A session as the recorders of its runs see it. */
export type RunLog = Pick<ItemLog, "append" | "compactions" | "fit" | "hasPolicy"> & {
  readonly session: CompactingSession;
  /** Runs a write in the order of the session's methods. */
  readonly inOrder: LimitFunction;
  readonly emit: RunScope["emit"];
  /** Returns the items that a run reads. */
  readonly readForRun: (context: RunContext | undefined) => Promise<AgentInputItem[]>;
  /** Calls the recorder after items were removed. Only the newest recorders are kept. */
  readonly track: (recorder: RunRecorder) => void;
};

const logs = new WeakMap<object, RunLog>();

export function registerRunLog(log: RunLog): void {
  logs.set(log.session, log);
}

/** Returns the log of a session; `undefined` if `createCompactingSession` did not create it. */
export function runLogOf(session: object | undefined): RunLog | undefined {
  return session === undefined ? undefined : logs.get(session);
}
