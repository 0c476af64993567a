import { userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { eraseEntries } from "../../src/retention/erase.ts";
import { open } from "../support/conversation.ts";
import { createTestStore } from "../support/store.ts";

test("words that only the erased message contains leave the texts that quote it, and others stay", async () => {
  const store = createTestStore();
  const session = await open(store);
  const [secret = "", other = ""] = await session.append(
    ["the xylophone is in hall 7", "hall 7 is closed"].map((text) => userMessage(text)),
  );
  await session.hide(other, "the xylophone was in hall 7");
  await eraseEntries(store, "s", [secret]);
  const hidden = store.entries.find((entry) => entry.type === "hide");
  const text = "[erased] [erased] was [erased] hall 7";
  expect(hidden?.replacements).toEqual({ [other]: [{ type: "text", text }] });
});
