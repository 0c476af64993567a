import {
  createCharacterEstimator,
  createEstimator,
  isCutpointError,
  type Item,
  type SummaryRequest,
  textOf,
  toolCalls,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { hostileItems } from "../../../tooling/laws/src/generate/history.ts";
import { toolArguments } from "../../core/src/digest/tool-kinds.ts";
import { summaryRequest as request } from "../../../tooling/laws/src/generate/summary-request.ts";
import { summaryText } from "./support/summary-text.ts";

const requests: fc.Arbitrary<SummaryRequest> = fc
  .record({
    items: hostileItems,
    prefix: fc.nat(8),
    kept: fc.nat(4),
    previousSummary: fc.option(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 400 }),
        fc.constant(
          "## Goal\n- old goal\n\n### In Progress\n- [ ] user: old_request — at it\n\n## Critical Context\n- old_fact_1",
        ),
      ),
    ),
    instructions: fc.option(fc.constant("attend to src")),
    maxTokens: fc.integer({ min: 1, max: 3_000 }),
    estimator: fc.constantFrom(createEstimator(), createCharacterEstimator()),
  })
  .map(({ items, prefix, kept, ...rest }) => {
    const keptFrom = Math.max(0, items.length - kept);
    const prefixFrom = Math.max(0, keptFrom - prefix);
    return request({
      ...rest,
      items: items.slice(0, prefixFrom),
      turnPrefix: items.slice(prefixFrom, keptFrom),
      kept: items.slice(keptFrom),
    });
  });

/** Returns the text of the summary, or `null` if the summarizer rejects with `summary-failed`. */
async function textFor(given: SummaryRequest): Promise<string | null> {
  try {
    return await summaryText(given);
  } catch (error) {
    if (isCutpointError(error, "summary-failed")) return null;
    throw error;
  }
}

test("a summary fits, is well-formed, contains no reserved tags and is deterministic", async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (given) => {
      const text = await textFor(given);
      if (text === null) return;
      expect(text.trim()).not.toBe("");
      expect(given.estimator.estimateText(text)).toBeLessThanOrEqual(given.maxTokens);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toMatch(
        /<\s*\/?\s*(?:conversation|previous-summary|summary|read-files|modified-files)\b/iu,
      );
      expect(await textFor(given)).toBe(text);
    }),
    cases(),
  );
});

test("any input can be summarized if the headings fit", async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (given) => {
      fc.pre(given.items.length > 0);
      expect(await textFor({ ...given, maxTokens: 2_000 })).not.toBeNull();
    }),
    cases(),
  );
});

test("ten rounds over a growing history fit into the budget", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileItems, { minLength: 10, maxLength: 10 }), async (rounds) => {
      let previousSummary: string | null = null;
      for (const items of rounds) {
        const given = request({ items, previousSummary, maxTokens: 700 });
        const text = await textFor(given);
        if (text === null) continue;
        expect(given.estimator.estimateText(text)).toBeLessThanOrEqual(700);
        expect(text.match(/^## Goal$/gmu)?.length ?? 0).toBeLessThanOrEqual(1);
        previousSummary = text;
      }
    }),
    cases(20),
  );
});

function saidIn(items: readonly Item[]): string {
  return items
    .flatMap(({ message }) => [
      textOf(message),
      ...toolCalls(message).flatMap((call) => [
        call.name,
        call.arguments,
        ...Object.values(toolArguments(call)).flat().map(String),
      ]),
    ])
    .join("\n")
    .toWellFormed();
}

/** Names and numbers: ASCII words with a digit, an underscore or a slash. */
function namesIn(text: string): readonly string[] {
  return (text.match(/[\w./-]*[\d_/][\w./-]*/gu) ?? []).map((name) =>
    name.replace(/^[./-]+|[./-]+$/gu, ""),
  );
}

/** Returns a path and its forms relative to each of its directories, because summaries shorten paths. */
function belowDirectories(name: string): readonly string[] {
  const parts = name.split("/");
  return parts.map((_, place) => parts.slice(place).join("/"));
}

test("every name and number of a summary occurs in the history", async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (given) => {
      const text = (await textFor(given)) ?? "";
      const { items, kept, previousSummary, turnPrefix } = given;
      const said = [saidIn([...items, ...turnPrefix, ...kept]), previousSummary ?? ""];
      const known = new Set(namesIn(said.join("\n")).flatMap(belowDirectories));
      const content = text.replaceAll("&lt;", "<").replace(/^(?:\d+\. |- (?:\[[ x]\] )?)/gmu, "");
      expect(namesIn(content).filter((name) => !known.has(name))).toEqual([]);
    }),
    cases(),
  );
});
