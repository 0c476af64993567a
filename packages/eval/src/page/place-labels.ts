/** A point with its label. */
type Point = { readonly x: number; readonly y: number; readonly text: string };

/** Where the text of a label begins or ends, on its baseline. */
export type Label = { readonly x: number; readonly y: number; readonly anchor: "start" | "end" };

/** Sizes for a font of 13 px, in px. */
const CHARACTER_WIDTH = 7.2;
const ASCENT = 11;
const DESCENT = 4;
const RADIUS = 7;
/** The places of a label relative to its point, the best first. */
const PLACES = [
  { x: 10, y: 4, anchor: "start" },
  { x: 10, y: 18, anchor: "start" },
  { x: 10, y: -8, anchor: "start" },
  { x: -10, y: 4, anchor: "end" },
  { x: -10, y: 18, anchor: "end" },
  { x: -10, y: -8, anchor: "end" },
  { x: 10, y: 34, anchor: "start" },
  { x: 10, y: -22, anchor: "start" },
] as const;

type Box = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/** Returns a place for each label that covers no other point or label, if there is one. */
export function placeLabels(points: readonly Point[]): readonly Label[] {
  const taken = points.map(({ x, y }): Box => ({
    left: x - RADIUS,
    right: x + RADIUS,
    top: y - RADIUS,
    bottom: y + RADIUS,
  }));
  return points.map((point) => {
    const labels = PLACES.map(({ anchor, x, y }) => ({ x: point.x + x, y: point.y + y, anchor }));
    const covered = labels.map((label) => coveredBy(boxOf(label, point.text), taken));
    const label = labels[covered.indexOf(Math.min(...covered))] ?? labels[0];
    taken.push(boxOf(label as Label, point.text));
    return label as Label;
  });
}

function boxOf({ anchor, x, y }: Label, text: string): Box {
  const width = text.length * CHARACTER_WIDTH;
  const left = anchor === "start" ? x : x - width;
  return { left, right: left + width, top: y - ASCENT, bottom: y + DESCENT };
}

/** The area that a box has in common with others. What is left of the picture or above it counts as covered. */
function coveredBy(box: Box, others: readonly Box[]): number {
  const left = Math.max(0, -box.left) * (box.bottom - box.top);
  const outside = left + Math.max(0, -box.top) * (box.right - box.left);
  return others.reduce((sum, other) => {
    const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    return sum + Math.max(0, width) * Math.max(0, height);
  }, outside);
}
