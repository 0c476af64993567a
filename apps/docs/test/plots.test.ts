import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { plots } from "../src/plots.ts";

const images = new URL("../../../docs/images/", import.meta.url);

test.each([...plots()])("%s shows the committed results", async (file, svg) => {
  expect(await readFile(new URL(file, images), "utf8")).toBe(svg);
});
