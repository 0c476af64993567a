import type { CompactionEvent } from "@cutpoint/core";
import type { SessionEvent } from "@cutpoint/session";
import { reportProgress } from "../model/stream-progress.ts";

type Listener = (event: SessionEvent) => void;

/** The events of one session, and their listeners. */
export type RunScope = {
  readonly sessionId: () => string | null;
  /** Emits an event to all listeners, with the session's id. */
  readonly emit: (event: CompactionEvent | SessionEvent) => void;
  readonly listen: (listener: Listener) => () => void;
  /** A run has read the session. */
  readonly enter: (run: object) => void;
};

const scopes = new WeakMap<object, RunScope>();

export function createRunScope(
  sessionId: () => string | null,
  first: Listener | undefined,
): RunScope {
  const listeners = new Set<Listener>(first === undefined ? [] : [first]);
  const scope: RunScope = {
    sessionId,
    emit(event) {
      if (event.type !== "navigated") reportProgress(event);
      const withId: SessionEvent = { sessionId: sessionId() ?? "", ...event };
      for (const listener of listeners) listener(withId);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    enter: (run) => void scopes.set(run, scope),
  };
  return scope;
}

/** Returns the scope of the session that a run reads; `null` if that is not a compacting session. */
export function scopeOf(run: object): RunScope | null {
  return scopes.get(run) ?? null;
}
