import type { StateStore } from "@cutpoint/session/store";
import type { ConformanceCase } from "../conformance-case.ts";

/** A location for state stores: a folder, a database, or none. Disposal removes it. */
export interface StateStoreLocation extends AsyncDisposable {
  /** Returns another handle on the same location. */
  open(): Promise<StateStore & Partial<AsyncDisposable>>;
  /** Returns the content of all files of the location. `null` if nobody can read them, as on a server. */
  files(): Promise<readonly string[] | null>;
}

/** Gives the suite access to a state store. */
export interface StateStoreRig {
  /** Whether another handle on the location, opened later, finds what this one has saved. */
  readonly durable: boolean;
  create(): Promise<StateStoreLocation>;
}

export type StateStoreCase = ConformanceCase<StateStoreRig>;
