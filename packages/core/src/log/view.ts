import { isPinOnly, type Item } from "../model/item.ts";
import type { HeadPiece, History, Mark } from "../model/mark.ts";
import type { FilePart, Message, SystemMessage, TextPart, UserMessage } from "../model/message.ts";
import { requireUsableMark } from "../model/readable-mark.ts";
import type { Request } from "../model/request.ts";
import { type Boundary, liveOf } from "./boundary.ts";
import { cachePointsOf } from "./cache-points.ts";
import { type Layer, layersEndingAt } from "./layers.ts";
import { wellFormed } from "./sendable.ts";
import { createSequence, type ViewWarning } from "./sequence.ts";
import { isTurnInput, isTurnStart } from "./turn-start.ts";

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
 * The view of a history: the head, then every item after the mark's boundary with its replaced parts, then what comes
 * with the request; calls and results are made whole, and what no provider accepts is left out.
 *
 * A result is sent right after the message that called for it, wherever it was recorded. Failed answers and messages
 * with nothing but blank text are left out. The same history gives the same bytes.
 */
export function viewOf(history: History, request: ViewRequest = {}): View {
  requireUsableMark(history.mark);
  return createViewing(history).view(request);
}

/** The view of a history that grows at its end: each item is taken once, whatever number of views is asked for. */
export type Viewing = {
  /** Takes the next item, as it was said. */
  readonly add: (item: Item) => void;
  readonly view: (request?: ViewRequest) => View;
};

/** A {@link viewOf} that is kept for the next request. */
export function createViewing(history: History): Viewing {
  const { boundary, items, mark } = liveOf(history);
  const kept = createSequence(mark === null ? [] : headMessages(mark));
  const headEnd = kept.length();
  const turn: Turn = { previous: undefined, start: null, inputEnd: 0, isAsking: false };

  function add(item: Item): void {
    const before = kept.length();
    if (isTurnStart(item, turn.previous) && !isPinOnly(item)) {
      turn.start = before;
      turn.isAsking = true;
    } else if (!isTurnInput(item)) turn.isAsking = false;
    kept.add(item);
    if (turn.start === null && item.message.role !== "system") turn.start = before;
    if (turn.isAsking) turn.inputEnd = kept.length();
    turn.previous = item;
  }

  items.forEach(add);
  return {
    add,
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
        warnings: [...(history.gaps ?? []), ...boundaryWarnings(boundary, history), ...warnings],
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

function boundaryWarnings(found: Boundary["found"], { mark }: History): readonly ViewWarning[] {
  if (found === "exact") return [];
  const id = mark?.coveredThrough ?? null;
  return [{ type: found === "lost" ? "lost-boundary" : "repaired-boundary", id }];
}

const heads = new WeakMap<Mark, readonly Message[]>();

/** The messages that stand before the kept items: the system texts joined, then one user message with the rest. */
export function headMessages(mark: Mark): readonly Message[] {
  const known = heads.get(mark);
  if (known !== undefined) return known;
  const messages = renderHead(mark.head).map(wellFormed);
  heads.set(mark, messages);
  return messages;
}

/** The messages of a list of head pieces. */
export function renderHead(pieces: readonly HeadPiece[]): readonly Message[] {
  const system = pieces
    .filter((piece) => piece.kind === "system")
    .map((piece) => (piece.part.type === "text" ? piece.part.text : ""))
    .filter((text) => text.trim() !== "");
  const parts: (TextPart | FilePart)[] = pieces
    .filter((piece) => piece.kind !== "system")
    .map((piece) => piece.part);
  const systemMessage: SystemMessage = {
    role: "system",
    parts: [{ type: "text", text: system.join("\n\n") }],
  };
  const summaryMessage: UserMessage = { role: "user", provenance: "summary", parts };
  return [
    ...(system.length === 0 ? [] : [systemMessage]),
    ...(parts.length === 0 ? [] : [summaryMessage]),
  ];
}
