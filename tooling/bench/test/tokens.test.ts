import { describe, expect, test } from "vitest";
import { sizeGoals } from "../src/tokens/size.ts";

describe("the estimator bundled alone", () => {
  test("takes 4 kB at most", async () => {
    const [size] = await sizeGoals();
    expect(size).toMatchObject({ isReached: true });
  });
});
