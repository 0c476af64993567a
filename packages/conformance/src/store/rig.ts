import assert from "node:assert/strict";
import type { SessionStore } from "@cutpoint/session";
import type { ConformanceCase } from "../conformance-case.ts";

/**
 * A location for stores: a folder, a database, or none for in-memory stores.
 *
 * Every `open` returns another handle on the same location. Disposal removes the location. The handles are disposed of
 * before it.
 */
export interface StoreLocation<Store extends SessionStore = SessionStore> extends AsyncDisposable {
  open(): Promise<Store>;
  /** How another process opens this location. Required for durable and shared stores. */
  readonly processEntry?: ProcessEntry;
}

/** How another process opens a location. */
export type ProcessEntry = {
  /** URL of a module that exports `openStore(argument: string): Promise<SessionStore>`. */
  readonly module: string;
  readonly argument: string;
  /** Arguments for Node before the program. Default: none. */
  readonly flags?: readonly string[];
};

/** Gives the suite access to a store. */
export interface StoreRig<Store extends SessionStore = SessionStore> {
  /**
   * Kind of the store. Each kind has its own rules.
   *
   * - `volatile`: every handle begins empty and shares nothing.
   * - `durable`: all handles see the same logs, even after other handles are closed or killed. Processes take turns: while
   *   one writes, another waits or receives `store-failed`.
   * - `shared`: durable, and any number of processes write at the same time.
   */
  readonly kind: "volatile" | "durable" | "shared";
  /** Creates a new, empty location. */
  create(): Promise<StoreLocation<Store>>;
}

export type StoreCase<Store extends SessionStore = SessionStore> = ConformanceCase<StoreRig<Store>>;

type Run<Store extends SessionStore> = (store: Store, place: StoreLocation<Store>) => Promise<void>;

type Described = Pick<StoreCase, "id" | "promise">;

/** Creates a case that runs on a new store. */
export function storeCase<Store extends SessionStore = SessionStore>(
  described: Described & { readonly run: Run<Store> },
): StoreCase<Store> {
  const { id, promise, run } = described;
  return { id, promise, run: (rig) => onFreshStore(rig, run) };
}

/**
 * Creates a case with different rules for each kind. Without a rule for shared stores, the one for durable stores
 * applies.
 */
export function storeCaseByKind(
  described: Described & {
    readonly volatile: Run<SessionStore>;
    readonly durable: Run<SessionStore>;
    readonly shared?: Run<SessionStore>;
  },
): StoreCase {
  const { id, promise, volatile, durable, shared = durable } = described;
  const runs = { volatile, durable, shared };
  return { id, promise, run: (rig) => onFreshStore(rig, runs[rig.kind]) };
}

async function onFreshStore<Store extends SessionStore>(
  rig: StoreRig<Store>,
  run: Run<Store>,
): Promise<void> {
  await using place = await rig.create();
  await using store = await place.open();
  await run(store, place);
}

/** Returns the process entry of a location, which durable and shared stores must have. */
export function processEntryOf(place: StoreLocation): ProcessEntry {
  assert.ok(
    place.processEntry,
    "`processEntry` is missing: expected how another process opens the location",
  );
  return place.processEntry;
}
