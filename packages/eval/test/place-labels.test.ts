import { expect, test } from "vitest";
import { placeLabels } from "../src/page/place-labels.ts";

const WIDTH = 7;
const HEIGHT = 13;

test("a label at the upper edge is below its point if there is no room beside and above it", () => {
  const row = [60, 80, 100, 120, 140].map((x) => ({ x, y: 12, text: "a long policy" }));
  const labels = placeLabels(row);
  for (const { y } of labels) expect(y).toBeGreaterThan(10);
});

test("a label covers no other point or label if there is a place, and none leaves the picture", () => {
  const points = [
    { x: 60, y: 100, text: "first policy" },
    { x: 90, y: 96, text: "second policy" },
    { x: 120, y: 104, text: "third policy" },
    { x: 300, y: 100, text: "far away" },
  ];
  const labels = placeLabels(points);
  const boxes = labels.map(({ anchor, x, y }, place) => {
    const width = (points[place]?.text.length ?? 0) * WIDTH;
    const left = anchor === "start" ? x : x - width;
    return { left, right: left + width, top: y - HEIGHT + 4, bottom: y + 4 };
  });
  const dots = points.map(({ x, y }) => ({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }));
  for (const [place, box] of boxes.entries()) {
    expect(box.left).toBeGreaterThanOrEqual(0);
    const others = [...boxes, ...dots].filter((_, at) => at % points.length !== place);
    const covered = others.filter(
      (other) =>
        box.left < other.right &&
        other.left < box.right &&
        box.top < other.bottom &&
        other.top < box.bottom,
    );
    expect(covered).toEqual([]);
  }
  expect(labels.at(-1)).toEqual({ x: 310, y: 104, anchor: "start" });
});
