import { describe, expect, test } from "vitest";
import { sizeGoals } from "../src/tokens/size.ts";

describe("the estimator bundled alone", () => {
  test("has at most 4 kB", { tags: ["long"] }, async () => {
    const [size] = await sizeGoals();
    expect(size).toMatchObject({ isReached: true });
  });
});
