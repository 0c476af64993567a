import { textOf } from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases } from "../../../../tooling/laws/src/cases.ts";
import { exchange, itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { summaryRequest as request } from "../../../../tooling/laws/src/generate/summary-request.ts";
import { summaryText } from "../support/summary-text.ts";
import { createExtractiveSummarizer } from "../../src/summarize.ts";

const covered = itemsOf(
  exchange(
    "Please move order WX-40817 to locker L-220.",
    "Order WX-40817 waits in locker L-113, and moving it costs 2.90.",
    run("find_order", { orderId: "WX-40817" }, '{"order": "WX-40817", "paidWith": "card_7731"}'),
  ),
  exchange("Is there room for parcel_size_m on 2026-05-07?", "Locker L-220 is free then."),
);
const asked = covered.filter(({ message }) => message.role === "user");
const HEADING = /^#|^\*\*/mu;

describe("a summary with a small budget", () => {
  test("has no sections, unlike one with a larger budget", async () => {
    expect(await summaryText({ items: covered, maxTokens: 200 })).not.toMatch(HEADING);
    expect(await summaryText({ items: covered, maxTokens: 2_000 })).toMatch(HEADING);
  });

  test("begins with the newest request", async () => {
    for (const maxTokens of [24, 40, 80])
      expect(await summaryText({ items: covered, maxTokens })).toMatch(/^- user: Is there room/u);
  });

  test("does not repeat messages that the view contains verbatim", async () => {
    const verbatimIds = asked.map(({ id }) => id);
    const text = await summaryText({ items: covered, verbatimIds, maxTokens: 200 });
    for (const { message } of asked) expect(text).not.toContain(textOf(message));
    expect(text).toContain("L-113");
  });

  test("does not repeat the beginning of a request that the view truncates", async () => {
    const { id = "" } = asked.at(-1) ?? {};
    for (const maxTokens of [24, 40, 80]) {
      const text = await summaryText({ items: covered, truncatedIds: [id], maxTokens });
      expect(text).not.toMatch(/^- user: Is there room/u);
      expect(text).not.toBe("");
    }
  });

  test("repeats the request if there is nothing else", async () => {
    const alone = asked.slice(-1);
    const text = await summaryText({
      items: alone,
      verbatimIds: [alone[0]?.id ?? ""],
      maxTokens: 60,
    });
    expect(text).toMatch(/^- user: Is there room for parcel_size_m/u);
  });

  test("keeps entries from all sections of an earlier summary", async () => {
    const previousSummary =
      "## Goal\n- Ship the export_of_may.\n\n## Constraints & Preferences\n- Never touch src/legacy/core.ts.\n\n## Next Steps\n1. Run migration_0042.";
    const text = await summaryText({ items: covered, previousSummary, maxTokens: 300 });
    for (const name of ["export_of_may", "src/legacy/core.ts", "migration_0042"])
      expect(text).toContain(name);
  });

  test("has a short text: the newest request and the newest line", async () => {
    const summary = await createExtractiveSummarizer().summarize(
      request({ items: covered, maxTokens: 200, shortText: true }),
      new AbortController().signal,
    );
    expect(summary.shortText).toMatch(/^Is there room for parcel_size_m .* — /u);
  });

  test("fits, and each of its lines is a bullet", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: 400 }), async (maxTokens) => {
        const given = request({ items: covered, maxTokens });
        const text = await summaryText(given);
        expect(given.estimator.estimateText(text)).toBeLessThanOrEqual(maxTokens);
        for (const line of text.split("\n")) expect(line).toMatch(/^- |^Earlier messages/u);
      }),
      cases(60),
    );
  });
});
