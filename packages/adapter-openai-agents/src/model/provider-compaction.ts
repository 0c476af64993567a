import {
  type CompactionEvent,
  CutpointError,
  type FitResult,
  type FitOptions,
  type CompactionState,
  viewOf,
} from "@cutpoint/core";
import { raceAbort } from "@cutpoint/core/kit";
import type { AgentInputItem } from "@openai/agents-core";
import { toAgentItems } from "../items/convert.ts";
import { type HostItems, type Placed, placedView } from "../items/host-items.ts";
import { type ExtraUsage, usageOf } from "./extra-usage.ts";
import type { KeptState } from "./state-storage.ts";
import type { ServerCompacted, ServerCompaction } from "./server-compaction.ts";

/** How long a provider may take to compact, in ms. */
const TIMEOUT_MS = 120_000;

/** What a provider made of what a state covers, and what it took. */
type Made = {
  readonly items: KeptState["providerItems"];
  readonly extraUsage: readonly ExtraUsage[];
};

/** The step of a compaction that a provider takes by itself, where it is asked to. */
export type ProviderCompaction = {
  /** Asks for it where a compaction has just covered more than before. */
  readonly compacted: (
    host: HostItems,
    before: KeptState | null,
    fitted: FitResult,
    options: FitOptions,
  ) => Promise<Made>;
  /** The items to send: the provider's own first, for a model that reads them, else the readable summary. */
  readonly shown: (
    host: HostItems,
    fitted: FitResult,
    made: KeptState["providerItems"],
    model: string | undefined,
  ) => AgentInputItem[];
};

export function createProviderCompaction(
  server: ServerCompaction | undefined,
  onEvent: (event: CompactionEvent) => void,
): ProviderCompaction {
  const shown: ProviderCompaction["shown"] = (host, { view, state }, made, model) => {
    const own = server?.supports(model) === true ? made : undefined;
    return sentItems(placedView(view, host, state), host, state, own).flatMap(({ items }) => items);
  };
  return {
    shown,
    async compacted(host, before, { state, outcome }, { model, signal }) {
      const known: Made = { items: before?.providerItems, extraUsage: [] };
      const nothing: Made = { items: undefined, extraUsage: [] };
      const through = state?.compactedThrough ?? null;
      if (through === null || outcome.type !== "compacted") return known;
      if (through === before?.state.compactedThrough) return known;
      if (server === undefined || !server.supports(model)) return nothing;
      if (outcome.receipt.reason === "overflow" && before?.providerItems !== undefined)
        return nothing;
      const previous = before?.state ?? null;
      const view = placedView(viewOf({ items: host.items, state: previous }), host, previous);
      const end = host.sources.get(through)?.place ?? -1;
      const covered = sentItems(view, host, previous, before?.providerItems)
        .filter(({ place }) => place <= end)
        .flatMap(({ items }) => items);
      try {
        const limit = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal ?? []].flat());
        const made = await raceAbort(limit, async () =>
          server.compact(covered, { model, signal: limit }),
        );
        const opaque = made.items.filter(({ type }) => type === "compaction");
        if (opaque.length === 0) throw new Error("it gave no item of the type compaction");
        return { items: opaque, extraUsage: serverUsage(made) };
      } catch (cause) {
        const { reason } = outcome.receipt;
        const error = new CutpointError("summary-failed", "the provider did not compact", {
          cause,
        });
        onEvent({ type: "summary-failed", by: "server", error, reason, willRetry: false });
        return nothing;
      }
    },
  };
}

/**
 * What a state shows before the kept items, with a provider's own item before it: in place of the prose where it stands for
 * all that is covered, else the newest one among what is covered. What code carries (pins, the human's words, state) stays.
 */
function sentItems(
  placed: readonly Placed[],
  host: HostItems,
  state: CompactionState | null,
  made: KeptState["providerItems"],
): readonly Placed[] {
  if (state === null || state.compactedThrough === null) return placed;
  if (made === undefined)
    return [{ place: -1, items: opaqueItems(host, state.compactedThrough) }, ...placed];
  const parts = state.prefix.filter(({ kind }) => kind !== "summary" && kind !== "system");
  const carried = toAgentItems({
    role: "user",
    provenance: "summary",
    parts: parts.map(({ part }) => part),
  });
  const before = placed.filter(({ place }) => place === -1);
  return [
    ...before.filter(({ items }) => !items.some(isUser)),
    { place: -1, items: [...made, ...carried] },
    ...placed.filter(({ place }) => place > -1),
  ];
}

function isUser(item: AgentInputItem): boolean {
  return "role" in item && item.role === "user";
}

/** What a provider compacted while it answered stands first, as nobody else can read it. */
function opaqueItems({ sources }: HostItems, compactedThrough: string): readonly AgentInputItem[] {
  const end = sources.get(compactedThrough)?.place ?? -1;
  const opaque = [...sources.values()].findLast(
    ({ own, place }) => own.type === "compaction" && place <= end,
  );
  return opaque === undefined ? [] : [opaque.own];
}

function serverUsage({ usage }: ServerCompacted): readonly ExtraUsage[] {
  const taken = usageOf(usage);
  if (taken === undefined) return [];
  return [{ endpoint: usage?.endpoint ?? "responses.compact", usage: taken }];
}
