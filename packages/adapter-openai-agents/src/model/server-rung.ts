import {
  type CompactionEvent,
  CutpointError,
  type Fitted,
  type FitOptions,
  type Mark,
  viewOf,
} from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { toAgentItems } from "../items/convert.ts";
import { type HostItems, type Placed, placedView } from "../items/host-items.ts";
import { type Booking, usageOf } from "./booked-usage.ts";
import type { KeptMark } from "./mark-keeper.ts";
import type { ServerCompacted, ServerCompaction } from "./server-compaction.ts";

/** How long a provider may take to compact, in ms. */
const TIMEOUT_MS = 120_000;

/** What a provider made of what a mark covers, and what it took. */
type Made = {
  readonly items: KeptMark["server"];
  readonly bookings: readonly Booking[];
};

/** The step of a compaction that a provider takes by itself, where it is asked to. */
export type ServerRung = {
  /** Asks for it where a compaction has just covered more than before. */
  readonly compacted: (
    host: HostItems,
    before: KeptMark | null,
    fitted: Fitted,
    options: FitOptions,
  ) => Promise<Made>;
  /** The items to send: the provider's own first, for a model that reads them, else the readable summary. */
  readonly shown: (
    host: HostItems,
    fitted: Fitted,
    made: KeptMark["server"],
    model: string | undefined,
  ) => AgentInputItem[];
};

export function createServerRung(
  server: ServerCompaction | undefined,
  onEvent: (event: CompactionEvent) => void,
): ServerRung {
  const shown: ServerRung["shown"] = (host, { view, mark }, made, model) => {
    const own = server?.serves(model) === true ? made : undefined;
    return sentItems(placedView(view, host, mark), host, mark, own).flatMap(({ items }) => items);
  };
  return {
    shown,
    async compacted(host, before, { mark, outcome }, { model, signal }) {
      const known: Made = { items: before?.server, bookings: [] };
      const nothing: Made = { items: undefined, bookings: [] };
      const through = mark?.coveredThrough ?? null;
      if (through === null || outcome.type !== "compacted") return known;
      if (through === before?.coveredThrough) return known;
      if (server === undefined || !server.serves(model)) return nothing;
      if (outcome.receipt.reason === "overflow" && before?.server !== undefined) return nothing;
      const view = placedView(viewOf({ items: host.items, mark: before }), host, before);
      const end = host.sources.get(through)?.place ?? -1;
      const covered = sentItems(view, host, before, before?.server)
        .filter(({ place }) => place <= end)
        .flatMap(({ items }) => items);
      try {
        const made = await inTime(signal, async (limit) =>
          server.compact(covered, { model, signal: limit }),
        );
        const opaque = made.items.filter(({ type }) => type === "compaction");
        if (opaque.length === 0) throw new Error("it gave no item of the type compaction");
        return { items: opaque, bookings: bookingOf(made) };
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
 * What a mark shows before the kept items, with a provider's own item before it: in place of the prose where it stands for
 * all that is covered, else the newest one among what is covered. What code carries (pins, the human's words, state) stays.
 */
function sentItems(
  placed: readonly Placed[],
  host: HostItems,
  mark: Mark | null,
  made: KeptMark["server"],
): readonly Placed[] {
  if (mark === null || mark.coveredThrough === null) return placed;
  if (made === undefined)
    return [{ place: -1, items: opaqueItems(host, mark.coveredThrough) }, ...placed];
  const parts = mark.head.filter(({ kind }) => kind !== "summary" && kind !== "system");
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
function opaqueItems({ sources }: HostItems, coveredThrough: string): readonly AgentInputItem[] {
  const end = sources.get(coveredThrough)?.place ?? -1;
  const opaque = [...sources.values()].findLast(
    ({ own, place }) => own.type === "compaction" && place <= end,
  );
  return opaque === undefined ? [] : [opaque.own];
}

function bookingOf({ usage }: ServerCompacted): readonly Booking[] {
  const taken = usageOf(usage);
  if (taken === undefined) return [];
  return [{ endpoint: usage?.endpoint ?? "responses.compact", usage: taken }];
}

/** What some work comes to, unless its time is over or the signal is set. */
async function inTime<Value>(
  signal: AbortSignal | undefined,
  work: (limit: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])];
  const limit = AbortSignal.any(signals);
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = (): void =>
    reject(new CutpointError("aborted", "the provider's time to compact is over"));
  limit.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([work(limit), over]);
  } finally {
    limit.removeEventListener("abort", end);
  }
}
