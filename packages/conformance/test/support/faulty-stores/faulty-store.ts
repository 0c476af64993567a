import type { Entry, SessionStore } from "@cutpoint/session";
import type { ReadOptions } from "@cutpoint/session/store";
import type { StoreRig } from "../../../src/store/rig.ts";
import { type Fault, referenceRig } from "../reference-store.ts";

/** A store with a fault, and the id of the case that must fail. */
export type FaultyStore = {
  readonly fault: string;
  readonly foundBy: string;
  readonly rig: StoreRig;
};

/** Creates a faulty store. `fault` completes the sentence "a store that …". */
export function faulty(
  foundBy: string,
  fault: string,
  make: Fault,
  kind: StoreRig["kind"] = "durable",
): FaultyStore {
  return { foundBy, fault, rig: referenceRig(kind, make) };
}

/** Creates a store that declares the wrong kind. */
export function misdeclared(foundBy: string, kind: StoreRig["kind"]): FaultyStore {
  const fault = kind === "durable" ? "loses its logs when it is closed" : "shares its logs";
  return { foundBy, fault, rig: referenceRig(kind, undefined, kind === "volatile") };
}

export async function readAll(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  return Array.fromAsync(entries);
}

export async function headOf(store: SessionStore, sessionId: string): Promise<string | null> {
  return (await readAll(store.read(sessionId))).at(-1)?.id ?? null;
}

/** Changes the entries that a read returns. */
export function changingReads(
  change: (entries: readonly Entry[], options: ReadOptions) => readonly Entry[],
): Fault {
  return (store) => ({
    async *read(sessionId, options = {}) {
      yield* change(await readAll(store.read(sessionId, options)), options);
    },
  });
}

/** Changes entries before they are stored. */
export function changingEntries(change: (entry: Entry) => Entry): Fault {
  return (store) => ({
    append: (sessionId, entries, options) => store.append(sessionId, entries.map(change), options),
  });
}

/** Changes each JSON value of an entry before it is stored. */
export function changingValues(change: (value: unknown) => unknown): Fault {
  return changingEntries(
    (entry) => JSON.parse(JSON.stringify(entry), (_key, value: unknown) => change(value)) as Entry,
  );
}
