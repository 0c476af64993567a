import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { CompactionState } from "../../src/message/state.ts";
import { answer, itemsOf, user } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine } from "./scripted.ts";

test("near-limit is emitted once per rise, before a compaction, with the tokens that are left", async () => {
  const options = engine();
  const compactor = createCompactor(options);
  const turns = Array.from({ length: 90 }, () => [user(20), answer(20)]).flat();
  const items = itemsOf(...turns);
  const request = { windowTokens: 1_000 };
  let state: CompactionState | null = null;
  const sizes: { readonly tokens: number; readonly tokensLeft: number }[] = [];
  const applied: number[] = [];
  for (let length = 1; length <= items.length; length += 1) {
    const history = { items: items.slice(0, length), state };
    const before = options.events.length;
    const { tokens } = compactor.usage(history, request);
    const fitted = await compactor.fit(history, request);
    ({ state } = fitted);
    const [event] = options.events.slice(before).filter(({ type }) => type === "near-limit");
    if (event?.type === "near-limit") sizes.push({ tokens, tokensLeft: event.tokensLeft });
    if (fitted.outcome.type === "compacted") applied.push(sizes.length);
  }
  for (const { tokens, tokensLeft } of sizes) {
    expect(tokens).toBeGreaterThan(0.9 * 750);
    expect(tokensLeft).toBe(750 - tokens);
  }
  expect(applied.length).toBeGreaterThan(3);
  expect(applied).toEqual(applied.map((_, index) => index + 1));
});

test("a conversation that becomes smaller without a compaction is reported again", async () => {
  const options = engine();
  const compactor = createCompactor(options);
  const items = itemsOf(...Array.from({ length: 35 }, () => user(20)));
  const fit = async (length: number): Promise<number> => {
    await compactor.fit({ items: items.slice(0, length), state: null }, { windowTokens: 1_000 });
    return options.events.filter(({ type }) => type === "near-limit").length;
  };
  expect(await fit(34)).toBe(1);
  expect(await fit(35)).toBe(1);
  expect(await fit(20)).toBe(1);
  expect(await fit(35)).toBe(2);
});

test("a compactor for each request reports the same as one for all", async () => {
  const turns = Array.from({ length: 90 }, () => [user(20), answer(20)]).flat();
  const items = itemsOf(...turns);
  const reports = async (isShared: boolean): Promise<readonly number[]> => {
    const lengths: number[] = [];
    const shared = createCompactor(engine());
    let state: CompactionState | null = null;
    for (let length = 1; length <= items.length; length += 2) {
      const compactor = isShared ? shared : createCompactor(engine());
      const leave = compactor.subscribe(
        ({ type }) => void (type === "near-limit" && lengths.push(length)),
      );
      const history = { items: items.slice(0, length), state };
      ({ state } = await compactor.fit(history, { windowTokens: 1_000 }));
      leave();
    }
    return lengths;
  };
  const shared = await reports(true);
  expect(shared.length).toBeGreaterThan(3);
  expect(await reports(false)).toEqual(shared);
});
