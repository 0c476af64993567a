import { crashRounds } from "@cutpoint/conformance";
import { expect, test } from "vitest";
import { jsonlRig } from "./jsonl-rig.ts";

test("15 kills of a writer lose no acknowledged entry", { tags: ["long"] }, async () => {
  const { acknowledged } = await crashRounds(jsonlRig({ durability: "batch" }), 15);
  expect(acknowledged).toBeGreaterThan(0);
});
