import type { SessionStore } from "@cutpoint/core";
import type { ConformanceCase } from "../conformance-case.ts";

/**
 * Somewhere that stores can be opened: a folder, a database, nothing at all.
 *
 * Every `open` gives another handle on the same place; disposal removes the place after the handles are disposed of.
 */
export interface StorePlace extends AsyncDisposable {
  open(): Promise<SessionStore>;
}

/** What the suite must know of a store. */
export interface StoreRig {
  /**
   * `durable`: all handles on a place see the same logs, also one that is opened when all others are gone.
   * `volatile`: every handle is a world of its own and begins empty. Each kind is held to its own rule.
   */
  readonly kind: "durable" | "volatile";
  /** A new, empty place. */
  create(): Promise<StorePlace>;
}

export type StoreCase = ConformanceCase<StoreRig>;

type Run = (store: SessionStore, place: StorePlace) => Promise<void>;

type Described = Pick<StoreCase, "id" | "promise"> & { readonly rulesOut?: readonly string[] };

/** A case that runs on a fresh store. */
export function storeCase(described: Described & { readonly run: Run }): StoreCase {
  const { id, promise, rulesOut = [], run } = described;
  return { id, promise, rulesOut, run: (rig) => onFreshStore(rig, run) };
}

/** A case in which durable and volatile stores are held to opposite rules. */
export function storeCaseByKind(
  described: Described & { readonly durable: Run; readonly volatile: Run },
): StoreCase {
  const { id, promise, rulesOut = [] } = described;
  return { id, promise, rulesOut, run: (rig) => onFreshStore(rig, described[rig.kind]) };
}

async function onFreshStore(rig: StoreRig, run: Run): Promise<void> {
  await using place = await rig.create();
  await using store = await place.open();
  await run(store, place);
}
