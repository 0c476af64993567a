import {
  type Compactor,
  type CompactorOptions,
  createCompactor,
  type Fitted,
  type FitOptions,
  type History,
  type Mark,
  type Outcome,
  type Usage,
  type View,
  viewOf,
  type ViewWarning,
} from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { toLangChainMessage, wellFormedMessage } from "./message/convert.ts";
import { type HostItems, hostItems } from "./message/items.ts";

export type HostCompactorOptions = CompactorOptions & {
  /**
   * Told what a reader of the view may want to know: messages that the mark stands on are gone, a call has no result. Must
   * not throw.
   */
  readonly onWarning?: (warning: ViewWarning) => void;
};

/** The messages to send, the mark to keep, and what was done. */
export type HostFitted = {
  readonly messages: readonly BaseMessage[];
  /** How many of them stand before the host's own. */
  readonly headLength: number;
  /** The places of the messages after which the provider should keep what it has read. */
  readonly cachePoints: readonly number[];
  /** Whether the messages are the very ones that came in. */
  readonly isUntouched: boolean;
  readonly mark: Mark | null;
  readonly outcome: Outcome;
};

/** The engine over LangChain's messages. */
export type HostCompactor = {
  readonly usage: (
    messages: readonly BaseMessage[],
    mark: Mark | null,
    request: FitOptions,
  ) => Usage;
  readonly fit: (
    messages: readonly BaseMessage[],
    mark: Mark | null,
    request: FitOptions,
  ) => Promise<HostFitted>;
  readonly recover: (
    messages: readonly BaseMessage[],
    mark: Mark | null,
    error: unknown,
    request: FitOptions,
  ) => Promise<HostFitted & { readonly retry: boolean }>;
};

export function createHostCompactor(options: HostCompactorOptions): HostCompactor {
  const { onWarning = () => undefined, ...compactorOptions } = options;
  const compactor: Compactor = createCompactor(compactorOptions);
  return {
    usage: (messages, mark, request) =>
      compactor.usage(read(messages, mark, request).history, request),
    async fit(messages, mark, request) {
      const { host, history } = read(messages, mark, request);
      const fitted = await compactor.fit(history, request);
      warningsOf(history, fitted).forEach(onWarning);
      return hostFitted(messages, host, fitted);
    },
    async recover(messages, mark, error, request) {
      const { host, history } = read(messages, mark, request);
      const recovered = await compactor.recover(mayRecover(history), error, request);
      return { ...hostFitted(messages, host, recovered), retry: recovered.retry };
    },
  };
}

/** Those of the view; and of the boundary, which a new mark hides. */
function warningsOf(history: History, { view, mark }: Fitted): readonly ViewWarning[] {
  if (mark === history.mark) return view.warnings;
  const boundary = viewOf(history).warnings.filter(({ type }) => type.endsWith("-boundary"));
  return [...boundary, ...view.warnings];
}

/** Walks the messages from the mark's boundary on: what is before it no view shows. */
function read(
  messages: readonly BaseMessage[],
  mark: Mark | null,
  { model }: FitOptions,
): { readonly host: HostItems; readonly history: History } {
  const host = hostItems(messages, { model, mark });
  return { host, history: { items: host.items, mark } };
}

/**
 * An agent calls its model many times for one human message: a recovery is spent only until the model has answered
 * again.
 */
function mayRecover(history: History): History {
  const { items, mark } = history;
  if (mark === null || mark.guard.recoveredFor === null) return history;
  if (mark.guard.compactedThrough === (items.at(-1)?.id ?? null)) return history;
  return { items, mark: { ...mark, guard: { ...mark.guard, recoveredFor: null } } };
}

function hostFitted(given: readonly BaseMessage[], host: HostItems, fitted: Fitted): HostFitted {
  const { view, mark, outcome } = fitted;
  const messages = hostView(view, host, mark);
  const isUntouched =
    messages.length === given.length &&
    messages.every((message, index) => message === given[index]);
  const first = view.ids.findIndex((id) => id !== null);
  const headLength = first === -1 ? messages.length : first;
  return { messages, headLength, cachePoints: view.cachePoints, isUntouched, mark, outcome };
}

/** A view in LangChain's messages: the host's own objects wherever the view shows them as they are. */
function hostView(view: View, { sources }: HostItems, mark: Mark | null): readonly BaseMessage[] {
  return view.messages.map((message, index) => {
    const id = view.ids[index] ?? null;
    const source = id === null ? undefined : sources.get(id);
    if (id === null || source === undefined) return toLangChainMessage(message);
    if (source.message === message) return source.own;
    const isReplaced = Object.hasOwn(mark?.replaced ?? {}, id);
    return isReplaced ? toLangChainMessage(message, { id }) : wellFormedMessage(source.own);
  });
}
