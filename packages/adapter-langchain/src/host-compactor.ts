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
  viewOf,
  type ViewWarning,
} from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { markWithin, type ShedKind } from "./mark-within.ts";
import { createHostViewer } from "./host-view.ts";
import { createItemReader, type ReadItems } from "./message/items.ts";

/** Something about a view, or that a mark was too large for its place and what it was let go of. */
export type HostWarning =
  | ViewWarning
  | { readonly type: "mark-shed"; readonly id: null; readonly shed: readonly ShedKind[] };

export type HostCompactorOptions = CompactorOptions & {
  /**
   * Told what a reader of the view may want to know: messages that the mark stands on are gone, a call has no result. Must
   * not throw.
   */
  readonly onWarning?: (warning: HostWarning) => void;
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

/** @param maximumMarkBytes what a new mark may take as JSON; default: any size */
export function createHostCompactor(
  options: HostCompactorOptions,
  maximumMarkBytes: number = Number.POSITIVE_INFINITY,
): HostCompactor {
  const { onWarning = () => undefined, ...compactorOptions } = options;
  const compactor: Compactor = createCompactor(compactorOptions);
  const reader = createItemReader();
  const viewer = createHostViewer();

  const read = (messages: readonly BaseMessage[], mark: Mark | null, model?: string): Read => {
    const host = reader.read(messages, { model, mark });
    return { host, history: { items: host.items, mark } };
  };
  /** Before anything is done, what was read before is looked at again. */
  const readAgain = (messages: readonly BaseMessage[], mark: Mark | null, model?: string): Read => {
    reader.forgetChanged(messages, { model, mark });
    return read(messages, mark, model);
  };
  const hostFitted = (
    given: readonly BaseMessage[],
    { host }: Read,
    fitted: Fitted,
  ): HostFitted => {
    const { view, mark, outcome } = fitted;
    const messages = viewer(view, host, mark);
    const isUntouched =
      messages.length === given.length &&
      messages.every((message, index) => message === given[index]);
    const first = view.ids.findIndex((id) => id !== null);
    const headLength = first === -1 ? messages.length : first;
    return { messages, headLength, cachePoints: view.cachePoints, isUntouched, mark, outcome };
  };

  const limited = (history: History, fitted: Fitted, request: FitOptions): Fitted => {
    if (fitted.mark === null || fitted.outcome.type !== "compacted") return fitted;
    const { mark, shed } = markWithin(fitted.mark, maximumMarkBytes);
    if (shed.length === 0) return fitted;
    onWarning({ type: "mark-shed", id: null, shed });
    return { ...fitted, mark, view: viewOf({ items: history.items, mark }, request) };
  };

  return {
    usage: (messages, mark, request) =>
      compactor.usage(read(messages, mark, request.model).history, request),
    async fit(messages, mark, request) {
      const quick = read(messages, mark, request.model);
      const isToLookAt =
        quick.host.isRemembered && compactor.plan(quick.history, request).type !== "no-plan";
      const now = isToLookAt ? readAgain(messages, mark, request.model) : quick;
      const fitted = limited(now.history, await compactor.fit(now.history, request), request);
      warningsOf(now.history, fitted).forEach(onWarning);
      return hostFitted(messages, now, fitted);
    },
    async recover(messages, mark, error, request) {
      const now = readAgain(messages, mark, request.model);
      const recovered = await compactor.recover(now.history, error, request);
      const fitted = limited(now.history, recovered, request);
      return { ...hostFitted(messages, now, fitted), retry: recovered.retry };
    },
  };
}

/** Messages as they were read: those after the mark's boundary, as no view shows what is before it. */
type Read = { readonly host: ReadItems; readonly history: History };

/** Those of the view; and of the boundary, which a new mark hides. */
function warningsOf(history: History, { view, mark }: Fitted): readonly ViewWarning[] {
  if (mark === history.mark) return view.warnings;
  const boundary = viewOf(history).warnings.filter(({ type }) => type.endsWith("-boundary"));
  return [...boundary, ...view.warnings];
}
