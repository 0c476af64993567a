import type { UnitFormat } from "./unit-format.ts";

/** Converts the messages of an HTTP API to Cutpoint's and back, without loss. */
export type WireCodec<Wire, Unit> = UnitFormat<Unit> & {
  /** Splits messages into units. Results get the names of their tools. */
  readonly split: (messages: readonly Wire[]) => readonly Unit[];
  /** Joins units to the messages of a request. */
  readonly join: (units: readonly Unit[]) => readonly Wire[];
};
