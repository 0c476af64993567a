/** What the parts of a view are, from the most lasting to the most passing. */
export type LayerName = "prefix" | "history" | "input" | "progress" | "tail" | "announce";

/**
 * `stable`: its bytes stay while other layers change. `growing`: messages are added at its end. `ephemeral`: it comes
 * with one request.
 */
export type Stability = "stable" | "growing" | "ephemeral";

/** A part of a view: the messages from the place `from` up to, not including, the place `to`. */
export type Layer = {
  readonly name: LayerName;
  readonly stability: Stability;
  readonly from: number;
  readonly to: number;
};

const LAYERS: readonly Pick<Layer, "name" | "stability">[] = [
  { name: "prefix", stability: "stable" },
  { name: "history", stability: "stable" },
  { name: "input", stability: "stable" },
  { name: "progress", stability: "growing" },
  { name: "tail", stability: "ephemeral" },
  { name: "announce", stability: "ephemeral" },
];

/** The six layers, of the places where each ends. */
export function layersEndingAt(ends: readonly number[]): readonly Layer[] {
  return LAYERS.map(({ name, stability }, index) => ({
    name,
    stability,
    from: ends[index - 1] ?? 0,
    to: ends[index] ?? 0,
  }));
}
