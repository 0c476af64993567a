import { invalidInput } from "../message/error.ts";

type UnknownWindow = { readonly type: string; readonly model?: string | null };

type Listener<Event> = (event: Event) => void;

/** The listeners of a compactor or a session. Errors that one throws are ignored. */
export type Listeners<Event> = {
  readonly emit: Listener<Event>;
  /**
   * Adds a listener, and returns a function that removes it.
   *
   * @throws `invalid-input` if it is not a function
   */
  readonly subscribe: (listener: Listener<Event>) => () => void;
};

/** @param first the app's `onEvent` */
export function createListeners<Event extends UnknownWindow>(
  first: Listener<Event> | undefined,
): Listeners<Event> {
  const listeners = new Set<Listener<Event>>(first === undefined ? [] : [first]);
  return {
    emit(event) {
      if (listeners.size === 0) warnUnknownWindow(event);
      for (const listener of listeners)
        try {
          listener(event);
        } catch {
          // A listener must not change the run.
        }
    },
    subscribe(listener) {
      if (typeof listener !== "function")
        throw invalidInput("listener", listener, "expected a function");
      const own: Listener<Event> = (event) => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/**
 * Reports a model without a known window on the console, for a compactor without a listener. A compactor emits one such
 * event for each model.
 */
export function warnUnknownWindow(event: UnknownWindow): void {
  if (event.type !== "unknown-window") return;
  console.warn(
    `Cutpoint: the context window of ${event.model ?? "the model"} is unknown, so a compaction starts only after a refused request: set policy.windowTokens, or onEvent to hide this`,
  );
}
