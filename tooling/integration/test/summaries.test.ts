import { createCharacterEstimator, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { classicSections, sectionsText } from "@cutpoint/prompts";
import { openSession } from "@cutpoint/session";
import { createMemoryStore } from "@cutpoint/store-memory";
import { describe, expect, test } from "vitest";
import {
  emptySections,
  parseSections,
  renderSections,
} from "../../../packages/extractive/src/sections/sections.ts";

function titles(text: string): readonly string[] {
  return text.match(/(?<=^#+ ).*$/gmu) ?? [];
}

describe("the offline summarizer", () => {
  test("has titles of the classic sections, in their order", () => {
    const names = Object.keys(emptySections());
    const filled = Object.fromEntries(names.map((name) => [name, ["An entry."]]));
    const own = titles(renderSections({ ...emptySections(), ...filled }));
    expect(own).toEqual(titles(sectionsText(classicSections)).filter((it) => own.includes(it)));
  });

  test("reads what a model wrote in the classic sections", () => {
    const written = sectionsText(classicSections).replaceAll(
      /\[(?![x ]\])[^\]]*\]/gu,
      "port: 5432",
    );
    const sections = parseSections(written);
    expect(sections.goal).toEqual(["port: 5432"]);
    expect(sections.criticalContext).toContain("port: 5432");
  });

  test("summarizes a branch that a session leaves", async () => {
    await using store = createMemoryStore();
    await using session = await openSession({
      store,
      sessionId: "s",
      summarizer: createExtractiveSummarizer(),
      estimator: createCharacterEstimator({ charactersPerToken: 4 }),
      policy: { windowTokens: 100_000 },
    });
    const [root = ""] = await session.append([userMessage("root")]);
    await session.append([
      userMessage("Please find out who holds the key of hall 7."),
      userMessage("It is Marta Venn."),
    ]);
    const navigated = await session.navigate(root, { summarize: true });
    if (navigated.type !== "navigated") throw new Error(navigated.type);
    expect(navigated.entry.summary?.text).toContain("hall 7");
  });
});
