import { expect, test } from "vitest";
import { createPageState } from "../page/state.ts";
import { pageDataOf } from "../src/page-data-of.ts";
import { generatedSession } from "./support/generated-session.ts";

test("drops a computed result with its compaction", async () => {
  const state = createPageState(
    await pageDataOf(generatedSession({ messages: 600, compactions: 2 })),
  );
  const { result, trial, tab } = state;
  tab.value = "Try it";
  trial.value = { ...result.value!, name: "computed" };
  expect(result.value?.name).toBe("computed");
  state.openCompaction(0);
  expect(result.value?.name).toBe("recorded");
});
