import { crashRounds } from "@cutpoint/conformance";
import { expect, test } from "vitest";
import { jsonlRig } from "./jsonl-rig.ts";

/** For tests that start processes, in ms. */
const LONG = 120_000;

test(
  "15 kills of a writer lose no acknowledged entry",
  async () => {
    const { acknowledged } = await crashRounds(jsonlRig({ durability: "batch" }), 15);
    expect(acknowledged).toBeGreaterThan(0);
  },
  LONG,
);
