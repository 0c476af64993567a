import {
  type CompactionEvent,
  CutpointError,
  type FitResult,
  type FitOptions,
  type CompactionState,
  viewOf,
} from "@cutpoint/core";
import { raceAbort } from "@cutpoint/core/kit";
import type { AgentInputItem, RequestUsage } from "@openai/agents-core";
import { toAgentItems } from "../items/convert.ts";
import type { HostItems } from "../items/host-items.ts";
import { type PositionedItems, positionedView, showsInput } from "../items/host-view.ts";
import { requestUsage, usageOf } from "./extra-usage.ts";
import type { KeptState } from "./state-storage.ts";
import type { ServerCompacted, ServerCompaction } from "./server-compaction.ts";

/** The time limit of a provider's compaction, in ms. */
const TIMEOUT_MS = 120_000;

/** The provider's items for the compacted part, and their usage. */
type ProviderResult = {
  readonly items: KeptState["providerItems"];
  readonly extraUsage: readonly RequestUsage[];
};

/** The optional step of a compaction that the provider makes. */
export type ProviderCompaction = {
  /** Calls the provider if a compaction has just moved the boundary. */
  readonly compact: (
    host: HostItems,
    before: KeptState | null,
    fitted: FitResult,
    options: FitOptions,
  ) => Promise<ProviderResult>;
  /** Returns the items to send: the provider's own if the model supports them, otherwise the readable summary. */
  readonly itemsToSend: (
    host: HostItems,
    fitted: FitResult,
    providerItems: KeptState["providerItems"],
    model: string | undefined,
  ) => readonly AgentInputItem[];
};

export function createProviderCompaction(
  server: ServerCompaction | undefined,
  onEvent: (event: CompactionEvent) => void,
): ProviderCompaction {
  const itemsToSend: ProviderCompaction["itemsToSend"] = (
    host,
    { view, state },
    providerItems,
    model,
  ) => {
    if (showsInput(view, host)) return host.input;
    const own = server?.supports(model) === true ? providerItems : undefined;
    return withProviderItems(positionedView(view, host, state), host, state, own).flatMap(
      ({ items }) => items,
    );
  };
  return {
    itemsToSend,
    async compact(host, before, { state, outcome }, { model, signal }) {
      const unchanged: ProviderResult = { items: before?.providerItems, extraUsage: [] };
      const none: ProviderResult = { items: undefined, extraUsage: [] };
      const through = state?.compactedThrough ?? null;
      if (through === null || outcome.type !== "compacted") return unchanged;
      if (through === before?.state.compactedThrough) return unchanged;
      if (server === undefined || !server.supports(model)) return none;
      if (outcome.receipt.reason === "overflow" && before?.providerItems !== undefined) return none;
      const previous = before?.state ?? null;
      const view = positionedView(viewOf({ items: host.items, state: previous }), host, previous);
      const end = host.sources().get(through)?.place ?? -1;
      const compactedItems = withProviderItems(view, host, previous, before?.providerItems)
        .filter(({ place }) => place <= end)
        .flatMap(({ items }) => items);
      try {
        const response = await withinLimit(signal, async (limit) =>
          server.compact(compactedItems, { model, signal: limit }),
        );
        const opaque = response.items.filter(({ type }) => type === "compaction");
        if (opaque.length === 0) throw new Error("the result has no item of type compaction");
        return { items: opaque, extraUsage: serverUsage(response) };
      } catch (cause) {
        const { reason } = outcome.receipt;
        const error = new CutpointError("summary-failed", "the provider's compaction failed", {
          cause,
        });
        onEvent({ type: "summary-failed", by: "server", error, reason, willRetry: false });
        return none;
      }
    },
  };
}

/** Ends at the time limit or when the request is aborted, even if `work` ignores its signal. */
async function withinLimit<Result>(
  signal: AbortSignal | undefined,
  work: (limit: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // AbortSignal.any would keep the conversation in memory for as long as the request's signal exists.
  const limit = new AbortController();
  const stop = (): void => limit.abort(signal?.reason);
  const timer = setTimeout(() => limit.abort(new Error("the time limit was exceeded")), TIMEOUT_MS);
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted === true) stop();
  try {
    return await raceAbort(limit.signal, async () => work(limit.signal));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/**
 * Adds the provider's items before the kept items, in place of the summary text. Verbatim blocks stay: pins, user text,
 * reminders.
 *
 * Without such items, the newest `compaction` item of the compacted part comes first.
 */
function withProviderItems(
  positioned: readonly PositionedItems[],
  host: HostItems,
  state: CompactionState | null,
  providerItems: KeptState["providerItems"],
): readonly PositionedItems[] {
  if (state === null || state.compactedThrough === null) return positioned;
  if (providerItems === undefined)
    return [{ place: -1, items: opaqueItems(host, state.compactedThrough) }, ...positioned];
  const parts = state.prefix.filter(({ kind }) => kind !== "summary" && kind !== "system");
  const verbatim = toAgentItems({
    role: "user",
    provenance: "summary",
    parts: parts.map(({ part }) => part),
  });
  const before = positioned.filter(({ place }) => place === -1);
  return [
    ...before.filter(({ items }) => !items.some(isUser)),
    { place: -1, items: [...providerItems, ...verbatim] },
    ...positioned.filter(({ place }) => place > -1),
  ];
}

function isUser(item: AgentInputItem): boolean {
  return "role" in item && item.role === "user";
}

/** Items that a provider compacted during an answer come first, because only the provider can read them. */
function opaqueItems({ sources }: HostItems, compactedThrough: string): readonly AgentInputItem[] {
  const end = sources().get(compactedThrough)?.place ?? -1;
  const opaque = [...sources().values()].findLast(
    ({ own, place }) => own.type === "compaction" && place <= end,
  );
  return opaque === undefined ? [] : [opaque.own];
}

function serverUsage({ usage }: ServerCompacted): readonly RequestUsage[] {
  const taken = usageOf(usage);
  return taken === undefined ? [] : [requestUsage(usage?.endpoint ?? "responses.compact", taken)];
}
