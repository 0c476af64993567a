import { expect, test } from "vitest";
import { readPage, type Remaining } from "../src/read-pages.ts";
import { runSteps } from "../src/steps.ts";

/** Reads rows of one size to the end. Returns the sizes of the pages. */
function pageSizes(count: number, characters: number): readonly number[] {
  const body = " ".repeat(characters);
  const sizes: number[] = [];
  let rest: Remaining | null = {
    session: 1,
    isForward: true,
    low: 1,
    high: count,
    size: 64,
    read: 0,
  };
  while (rest !== null) {
    const page: ReturnType<typeof readPage> = readPage(rest);
    ({ rest } = runSteps(page, ({ parameters: [, low, high, size] }) => {
      sizes.push(Number(size));
      const length = Math.min(Number(size), Number(high) - Number(low) + 1);
      const rows = Array.from({ length }, (_, index) => {
        const place = Number(low) + index;
        return { place, id: `entry ${place}`, body };
      });
      return { rows, changes: 0 };
    }));
  }
  return sizes;
}

test("pages grow with the rows that were read, up to 1,024", () => {
  const sizes = pageSizes(20_000, 100);
  expect(sizes.slice(0, 3)).toEqual([64, 64, 64]);
  expect(sizes).toEqual(sizes.toSorted((left, right) => left - right));
  expect(sizes.at(-1)).toBe(1024);
});

test("a page of large entries has about a million characters, and one entry at least", () => {
  expect(pageSizes(500, 100_000).slice(1)).toEqual(Array.from({ length: 44 }, () => 10));
  expect(pageSizes(70, 3_000_000).slice(1)).toEqual(Array.from({ length: 7 }, () => 1));
});
