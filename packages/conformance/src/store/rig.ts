import assert from "node:assert/strict";
import type { SessionStore } from "@cutpoint/session";
import type { ConformanceCase } from "../conformance-case.ts";

/**
 * Somewhere that stores can be opened: a folder, a database, nothing at all.
 *
 * Every `open` gives another handle on the same place; disposal removes the place after the handles are disposed of.
 */
export interface StoreLocation<Store extends SessionStore = SessionStore> extends AsyncDisposable {
  open(): Promise<Store>;
  /** How another process opens this place; asked for by cases of durable and of shared stores. */
  readonly processEntry?: ProcessEntry;
}

/** How a process of its own opens a place. */
export type ProcessEntry = {
  /** URL of a module that exports `openStore(argument: string): Promise<SessionStore>`. */
  readonly module: string;
  readonly argument: string;
  /** What Node is started with, before the program. Default: nothing. */
  readonly flags?: readonly string[];
};

/** What the suite must know of a store. */
export interface StoreRig<Store extends SessionStore = SessionStore> {
  /**
   * - `volatile`: every handle is a world of its own and begins empty.
   * - `durable`: all handles on a place see the same logs, also one that is opened when all others are gone or have been
   *   killed. Processes take turns: while one writes, another waits or is told so by `store-failed`.
   * - `shared`: durable, and any number of processes write at the same time.
   *
   * Each kind is held to its own rule.
   */
  readonly kind: "volatile" | "durable" | "shared";
  /** A new, empty place. */
  create(): Promise<StoreLocation<Store>>;
}

export type StoreCase<Store extends SessionStore = SessionStore> = ConformanceCase<StoreRig<Store>>;

type Run<Store extends SessionStore> = (store: Store, place: StoreLocation<Store>) => Promise<void>;

type Described = Pick<StoreCase, "id" | "promise">;

/** A case that runs on a fresh store. */
export function storeCase<Store extends SessionStore = SessionStore>(
  described: Described & { readonly run: Run<Store> },
): StoreCase<Store> {
  const { id, promise, run } = described;
  return { id, promise, run: (rig) => onFreshStore(rig, run) };
}

/** A case in which the kinds are held to opposite rules; where nothing is said of shared stores, they are durable. */
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

/** How another process opens a place; the rig of a store that outlives its process must say so. */
export function processEntryOf(place: StoreLocation): ProcessEntry {
  assert.ok(
    place.processEntry,
    "the rig should say how another process opens a place: `processEntry` is missing",
  );
  return place.processEntry;
}
