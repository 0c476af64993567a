import type { CompactionEvent } from "@cutpoint/core";

type Listener = (event: CompactionEvent) => void;

/** What is told of the runs of one session, and to whom. */
export type RunScope = {
  readonly sessionId: () => string | null;
  /** Tells an event, with the session's id, to all who listen. */
  readonly tell: Listener;
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
    tell(event) {
      const id = sessionId();
      for (const listener of listeners) listener(id === null ? event : { ...event, sessionId: id });
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    enter: (run) => void scopes.set(run, scope),
  };
  return scope;
}

/** The scope of the session that a run reads; `null` where it reads none of ours. */
export function scopeOf(run: object): RunScope | null {
  return scopes.get(run) ?? null;
}
