import { assertUsableState } from "../message/assert-state.ts";
import type { History } from "../message/history.ts";
import { isPinOnly, type Item } from "../message/item.ts";
import { isUserMessage, type Message } from "../message/message.ts";
import type { Request } from "../message/request.ts";
import { boundaryOf, visibleItems } from "./boundary.ts";
import { cachePointsOf, type Layer, layersEndingAt } from "./layers.ts";
import { prefixMessages } from "./prefix.ts";
import { createSequence, type ViewWarning } from "./sequence.ts";
import { isTurnStart } from "./turn-start.ts";

/**
 * What the model is sent.
 *
 * `ids[n]` is the id of the item that `messages[n]` shows, `null` for what no item says (the head, a stand-in, what
 * comes with the request).
 */
export type View = {
  readonly messages: readonly Message[];
  readonly ids: readonly (string | null)[];
  /** What the messages are: all six layers, those that hold none too. */
  readonly layers: readonly Layer[];
  /** The places of the messages after which a provider should keep what it has read, ascending, at most four. */
  readonly cachePoints: readonly number[];
  readonly warnings: readonly ViewWarning[];
};

/** What a request says about its view. */
export type ViewRequest = Pick<Request, "tail" | "announce" | "cachePoints" | "cacheLast">;

/**
 * The view of a history: the head, then every item after the state's boundary with its replaced parts, then what comes
 * with the request; calls and results are made whole, and what no provider accepts is left out.
 *
 * A result is sent right after the message that called for it, wherever it was recorded. Failed answers and messages
 * with nothing but blank text are left out. The same history gives the same bytes.
 */
export function viewOf(history: History, request: ViewRequest = {}): View {
  assertUsableState(history.state);
  return createViewBuilder(history).view(request);
}

/** The view of a history that grows at its end: each item is taken once, whatever number of views is asked for. */
export type ViewBuilder = {
  /** Takes the next item, as it was said. */
  readonly add: (item: Item) => void;
  readonly view: (request?: ViewRequest) => View;
};

/** A {@link viewOf} that is kept for the next request. */
export function createViewBuilder(
  history: History,
  prefix: readonly Message[] = visiblePrefix(history),
): ViewBuilder {
  const { items, showNext } = visibleItems(history);
  const kept = createSequence(prefix);
  const headEnd = kept.length();
  const turn: Turn = { previous: undefined, start: null, inputEnd: 0, isAsking: false };

  function add(item: Item): void {
    const before = kept.length();
    if (isTurnStart(item, turn.previous) && !isPinOnly(item)) {
      turn.start = before;
      turn.isAsking = true;
    } else if (!isUserMessage(item.message)) turn.isAsking = false;
    kept.add(item);
    if (turn.start === null && item.message.role !== "system") turn.start = before;
    if (turn.isAsking) turn.inputEnd = kept.length();
    turn.previous = item;
  }

  items.forEach(add);
  return {
    add: (item) => add(showNext(item)),
    view(request = {}) {
      const { announce = [], tail = [] } = request;
      const sent = tail.length + announce.length === 0 ? kept : kept.copy();
      const progressEnd = sent.length();
      for (const message of tail) sent.add({ message, id: null });
      const sourcesEnd = sent.length();
      for (const message of announce) sent.add({ message, id: null });
      const start = turn.start ?? progressEnd;
      const ends = [headEnd, start, Math.max(start, turn.inputEnd), progressEnd, sourcesEnd];
      const layers = layersEndingAt([...ends, sent.length()]);
      const { messages, ids, warnings } = sent.shown();
      return {
        messages,
        ids,
        layers,
        cachePoints: cachePointsOf(messages, layers, request),
        warnings: [...(history.gaps ?? []), ...boundaryWarnings(history), ...warnings],
      };
    },
  };
}

/** Where the current turn stands among the messages that are shown. */
type Turn = {
  previous: Item | undefined;
  /** `null` as long as nothing was said. */
  start: number | null;
  inputEnd: number;
  /** Whether all that was said in it so far are the human's words at its start. */
  isAsking: boolean;
};

/** Returns the messages before the kept items of a history. */
export function visiblePrefix(history: History): readonly Message[] {
  return prefixMessages(visibleItems(history).state);
}

/** Returns the warning about messages that the state refers to and that are gone or were moved, if any. */
export function boundaryWarnings(history: History): readonly ViewWarning[] {
  const { found } = boundaryOf(history);
  if (found === "exact") return [];
  const id = history.state?.compactedThrough ?? null;
  return [{ type: found === "lost" ? "lost-boundary" : "repaired-boundary", id }];
}
