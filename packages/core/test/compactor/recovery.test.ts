import { describe, expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { History } from "../../src/message/history.ts";
import { textOf, userMessage } from "../../src/message/message.ts";
import { answer, itemsOf } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine } from "./scripted.ts";

const RECOVERY = "What this leaves out can be looked up with `recall`.";
const history: History = {
  items: itemsOf(
    ...Array.from({ length: 40 }, (_, turn) => [
      userMessage(`question ${turn} ${"q".repeat(120)}`),
      answer(60),
    ]).flat(),
  ),
  state: null,
};

async function headOf(recallHint: string | undefined, windowTokens = 4_000): Promise<string> {
  const options = engine({
    policy: { keepUserTokens: 0 },
    ...(recallHint === undefined ? {} : { recallHint }),
  });
  const { view, outcome } = await createCompactor(options).fit(history, {
    windowTokens,
    force: true,
  });
  if (outcome.type !== "compacted") throw new Error(outcome.type);
  return textOf(view.messages[0] ?? userMessage(""));
}

describe("the recall hint", () => {
  test("is in the prefix once, at the end of the preamble", async () => {
    const head = await headOf(RECOVERY);
    const [, after = "", ...more] = head.split(RECOVERY);
    expect(more).toEqual([]);
    expect(after.trim()).toBe("<summary>\nwhat was said before\n</summary>");
  });

  test("is absent by default, and if it is too long for the summary's budget", async () => {
    const plain = await headOf(undefined);
    expect(plain).not.toContain("recall");
    expect(await headOf("")).toBe(plain);
    expect(await headOf(RECOVERY.repeat(200))).toBe(plain);
  });
});
