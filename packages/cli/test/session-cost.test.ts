import { modelCatalog } from "@cutpoint/models";
import { readSession } from "@cutpoint/readers";
import { expect, test } from "vitest";
import { answer, lines, reset, user } from "../../readers/test/support/claude-lines.ts";
import { sessionCost } from "../src/session-cost.ts";

reset();

const said = [{ type: "text", text: "Yes." }];

test("the cost of a session counts cached and written tokens at their own prices", async () => {
  const { prices } = modelCatalog("claude-opus-4-8") ?? {};
  expect(prices).toMatchObject({ input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 });
  const session = await readSession(
    lines(user("u", "Is it?"), answer("a", "m1", said, 200), answer("b", "m2", said, 300)),
  );
  const uncached = 2 * 10 * 5;
  const written = 2 * 1000 * 6.25;
  const read = 2 * 100 * 0.5;
  expect(sessionCost(session)).toBeCloseTo((uncached + written + read + 500 * 25) / 1e6, 12);
});

test("it is not known without a price, and without usage", async () => {
  const unpriced = lines(user("u", "Is it?"), answer("a", "m1", said, 200, {}, "nobody-knows-1"));
  expect(sessionCost(await readSession(unpriced))).toBeNull();
  expect(sessionCost(await readSession(lines(user("u", "Is it?"))))).toBeNull();
});
