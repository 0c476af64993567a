import { assertHistory, type History } from "../message/history.ts";
import { isPinOnly, isTurnStart, type Item } from "../message/item.ts";
import { isUserMessage, type Message } from "../message/message.ts";
import type { Request } from "../message/request.ts";
import { runAtOnce, type Steps } from "../message/steps.ts";
import { type Boundary, boundaryOf, visibleItems } from "./boundary.ts";
import { cachePointsOf, type Layer, layersEndingAt } from "./layers.ts";
import { hasNotes, renderPrefix } from "./prefix.ts";
import { createSequence, type OnShown, type Sequence, type ViewWarning } from "./sequence.ts";

/** The messages to send. */
export type View = {
  readonly messages: readonly Message[];
  /** The id of the item that each message shows; `null` for messages that show no item. */
  readonly ids: readonly (string | null)[];
  /** The ranges of the messages: all seven layers, including empty ones. */
  readonly layers: readonly Layer[];
  /** The positions of the messages after which the provider should cache, in ascending order, at most four. */
  readonly cachePoints: readonly number[];
  readonly warnings: readonly ViewWarning[];
};

/** The options of a request that change its view. */
export type ViewRequest = Pick<Request, "tail" | "announce" | "cachePoints" | "cacheLast">;

/**
 * Returns the view of a history: the prefix, then the visible items, then the messages of this request only. The same
 * history returns the same bytes.
 *
 * Each tool result follows its call, and missing results get a placeholder. Failed answers and blank messages are left
 * out.
 */
export function viewOf(history: History, request: ViewRequest = {}): View {
  assertHistory(history);
  return runAtOnce(buildView(history)).view(request);
}

/** A view of a history to which items are appended. Each item is processed once. */
export type ViewBuilder = {
  /** Appends an item without replacements. */
  readonly add: (item: Item) => void;
  readonly view: (request?: ViewRequest) => View;
};

/** Receives what a builder adds, so that sums need no pass of their own. */
export type ViewObserver = {
  /** Called with each item before it is added, with its replacements. */
  readonly onItem: (item: Item) => void;
  readonly onShown: OnShown;
};

/** Creates the builder behind {@link viewOf}, to keep for later requests. An observer may take time, so it is a step. */
export function* buildView(
  history: History,
  prefix: readonly Message[] = visiblePrefix(history),
  observer?: ViewObserver,
): Steps<ViewBuilder> {
  const { boundary, items, showNext, state } = visibleItems(history);
  const kept = createSequence(prefix, observer?.onShown);
  const notesEnd = kept.length();
  const prefixEnd = notesEnd - (hasNotes(state?.prefix ?? []) ? 1 : 0);
  const turn: Turn = { previous: undefined, start: null, inputEnd: 0, isAsking: false };
  const historyWarnings = [...(history.gaps ?? []), ...boundaryWarnings(history, boundary)];
  /** What the sequence shows, and the view of a request without options, until an item is added. */
  let shown: ReturnType<Sequence["shown"]> | undefined;
  let plain: View | undefined;

  function build(request: ViewRequest): View {
    const { announce = [], tail = [] } = request;
    const isPlain = tail.length + announce.length === 0;
    const sent = isPlain ? kept : kept.copy();
    const progressEnd = sent.length();
    for (const message of tail) sent.add({ message, id: null });
    const tailEnd = sent.length();
    for (const message of announce) sent.add({ message, id: null });
    const start = turn.start ?? progressEnd;
    const inputEnd = Math.max(start, turn.inputEnd);
    const ends = [prefixEnd, notesEnd, start, inputEnd, progressEnd, tailEnd, sent.length()];
    const layers = layersEndingAt(ends);
    const { messages, ids, warnings } = isPlain ? (shown ??= kept.shown()) : sent.shown();
    return {
      messages,
      ids,
      layers,
      cachePoints: cachePointsOf(messages, layers, request),
      warnings: [...historyWarnings, ...warnings],
    };
  }

  function add(item: Item): void {
    observer?.onItem(item);
    shown = undefined;
    plain = undefined;
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

  for (const item of items.slice()) {
    add(item);
    if (observer !== undefined) yield;
  }
  return {
    add: (item) => add(showNext(item)),
    view(request = {}) {
      const hasOptions = OPTIONS.some((name) => request[name] !== undefined);
      return hasOptions ? build(request) : (plain ??= build({}));
    },
  };
}

const OPTIONS = ["tail", "announce", "cachePoints", "cacheLast"] as const;

/** The current turn, by position in the messages of the view. */
type Turn = {
  previous: Item | undefined;
  /** `null` before the first message that is not a system message. */
  start: number | null;
  inputEnd: number;
  /** Whether the turn has only user messages so far. */
  isAsking: boolean;
};

/** Returns the messages before the kept items of a history. */
export function visiblePrefix(history: History): readonly Message[] {
  return renderPrefix(visibleItems(history).state?.prefix ?? []);
}

/** Returns the warning about messages that the state refers to and that are gone or were moved, if any. */
export function boundaryWarnings(
  history: History,
  found: Boundary["found"] = boundaryOf(history).found,
): readonly ViewWarning[] {
  if (found === "exact") return [];
  const id = history.state?.compactedThrough ?? null;
  return [{ type: found === "lost" ? "lost-boundary" : "repaired-boundary", id }];
}
