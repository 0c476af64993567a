import { type CompactionEvent, CutpointError, type CompactionState, viewOf } from "@cutpoint/core";
import { raceAbort, startDeadline } from "@cutpoint/core/kit";
import { type GuardStep, type HostItems, type KeptState, showsAll } from "@cutpoint/host-kit";
import type { AgentInputItem, RequestUsage } from "@openai/agents-core";
import { toAgentItems } from "../items/convert.ts";
import { type PositionedItems, positionedView } from "../items/host-view.ts";
import { requestUsage, usageOf } from "./usage.ts";
import type { ServerCompacted, ServerCompaction } from "./server-compaction.ts";

/** The time limit of a provider's compaction, in ms. */
const TIMEOUT_MS = 120_000;

type Host = HostItems<AgentInputItem>;
type Step = GuardStep<AgentInputItem>;

type Kept = KeptState<AgentInputItem>;

/** The usage of the provider's compactions that no request has counted. */
const uncounted = new WeakMap<Kept, RequestUsage>();

/** Returns the usage of the provider's compaction for a state, at its first call. */
export function takeProviderUsage(kept: Kept | null): readonly RequestUsage[] {
  const usage = kept === null ? undefined : uncounted.get(kept);
  if (kept === null || usage === undefined) return [];
  uncounted.delete(kept);
  return [usage];
}

/** Returns the items to send: the provider's own if the model supports them, otherwise the readable summary. */
export function itemsToSend(
  { host, options, result: { state, view } }: Step,
  providerItems: Kept["providerItems"],
  server: ServerCompaction | undefined,
): readonly AgentInputItem[] {
  if (showsAll(view, host)) return host.messages;
  const own = server?.supports(options.model) === true ? providerItems : undefined;
  return withProviderItems(positionedView(view, host, state), host, state, own).flatMap(
    ({ items }) => items,
  );
}

/** Lets the provider compact too, if a compaction has just moved the boundary. Returns what to store. */
export async function compactByProvider(
  { before, host, options: { model, signal }, result: { outcome } }: Step,
  state: CompactionState,
  {
    onEvent,
    server,
  }: {
    readonly server: ServerCompaction | undefined;
    readonly onEvent: (event: CompactionEvent) => void;
  },
): Promise<Kept> {
  const through = state.compactedThrough;
  const isMoved = through !== null && through !== before?.state.compactedThrough;
  if (!isMoved || outcome.type !== "compacted") return { ...before, state };
  const { reason } = outcome.receipt;
  if (server === undefined || !server.supports(model)) return { state };
  if (reason === "overflow" && before?.providerItems !== undefined) return { state };
  const previous = before?.state ?? null;
  const view = positionedView(viewOf({ items: host.items, state: previous }), host, previous);
  const end = placeOf(host, through);
  const compactedItems = withProviderItems(view, host, previous, before?.providerItems)
    .filter(({ place }) => place <= end)
    .flatMap(({ items }) => items);
  const deadline = startDeadline(TIMEOUT_MS, signal);
  try {
    const compacted = await raceAbort(deadline.signal, async () =>
      server.compact(compactedItems, { model, signal: deadline.signal }),
    );
    const items = compacted.items.filter(({ type }) => type === "compaction");
    if (items.length === 0) throw new Error("the result has no item of type compaction");
    const kept = { state, providerItems: items };
    const usage = serverUsage(compacted);
    if (usage !== null) uncounted.set(kept, usage);
    return kept;
  } catch (cause) {
    const message = "the provider's compaction failed";
    const error = new CutpointError("summary-failed", message, { cause });
    onEvent({ type: "summary-failed", by: "server", error, reason, willRetry: false });
    return { state };
  } finally {
    deadline.end();
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
  host: Host,
  state: CompactionState | null,
  providerItems: Kept["providerItems"],
): readonly PositionedItems[] {
  if (state === null || state.compactedThrough === null) return positioned;
  if (providerItems === undefined)
    return [{ place: -1, items: opaqueItems(host, state.compactedThrough) }, ...positioned];
  const prefix = state.prefix.filter(({ kind }) => kind !== "summary" && kind !== "system");
  const kept = { items: [], state: { ...state, prefix }, startsAtBoundary: true };
  const verbatim = viewOf(kept).messages.flatMap(toAgentItems);
  const before = positioned.filter(({ place }) => place === -1);
  return [
    ...before.filter(({ items }) => !items.some((item) => "role" in item && item.role === "user")),
    { place: -1, items: [...providerItems, ...verbatim] },
    ...positioned.filter(({ place }) => place > -1),
  ];
}

/** Items that a provider compacted during an answer come first, because only the provider can read them. */
function opaqueItems(host: Host, compactedThrough: string): readonly AgentInputItem[] {
  const opaque = host.messages
    .slice(0, placeOf(host, compactedThrough) + 1)
    .findLast(({ type }) => type === "compaction");
  return opaque === undefined ? [] : [opaque];
}

function placeOf({ items }: Host, id: string): number {
  return items.findIndex((item) => item.id === id);
}

function serverUsage({ usage }: ServerCompacted): RequestUsage | null {
  const taken = usageOf(usage);
  return taken === undefined ? null : requestUsage(usage?.endpoint ?? "responses.compact", taken);
}
