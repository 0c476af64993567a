import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { isCutpointError } from "../../src/message/error.ts";
import { answer, itemsOf, user } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine } from "./scripted.ts";

test("a history with an id twice is not compacted, and its view stays", async () => {
  const items = itemsOf(...Array.from({ length: 12 }, () => [user(60), answer(60)]).flat());
  const twice = items.map((item, place) =>
    place === 5 ? { ...item, id: items[3]?.id ?? "" } : item,
  );
  const history = { items: twice, state: null };
  const { outcome, view } = await createCompactor(engine()).fit(history, { windowTokens: 1_200 });
  if (outcome.type !== "failed") throw new Error(outcome.type);
  expect(isCutpointError(outcome.error, "duplicate-id")).toBe(true);
  expect(view.messages).toEqual(items.map(({ message }) => message));
});
