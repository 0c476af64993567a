import { abortedError } from "./error.ts";

/** Work that yields often, so that it can be interrupted. */
export type Steps<Value> = Generator<undefined, Value, undefined>;

/** The time after which other tasks run, in ms. */
const SLICE_MS = 5;

const tasks: { readonly setImmediate?: (task: () => void) => unknown } = globalThis;
/** Runs a task after those that wait; `setTimeout` 1 ms or more later. Read once, because tests replace both with fake timers. */
const queueTask = tasks.setImmediate ?? setTimeout;

/**
 * Runs work and lets other tasks of the process run after every 5 ms of it.
 *
 * @throws `aborted` if the signal is aborted before the work or at a pause
 */
export async function runInSlices<Value>(work: Steps<Value>, signal?: AbortSignal): Promise<Value> {
  for (;;) {
    if (signal?.aborted === true) throw abortedError(signal);
    const end = performance.now() + SLICE_MS;
    while (performance.now() < end) {
      const step = work.next();
      if (step.done === true) return step.value;
    }
    await new Promise<void>((resolve) => queueTask(resolve));
  }
}

/** Runs work without a pause. */
export function runAtOnce<Value>(work: Steps<Value>): Value {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** Maps a list and yields after every `atOnce` elements: 1 by default, more if each takes little time. */
export function* mapInSteps<From, To>(
  list: Iterable<From>,
  map: (element: From) => To,
  atOnce = 1,
): Steps<readonly To[]> {
  const mapped: To[] = [];
  for (const element of list) if (mapped.push(map(element)) % atOnce === 0) yield;
  return mapped;
}
