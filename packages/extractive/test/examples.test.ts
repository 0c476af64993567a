import { readFile } from "node:fs/promises";
import type { Item } from "@cutpoint/core";
import { expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../core/test/digest/conversation.ts";
import { summaryText } from "./support/summary-text.ts";

const rows = `import type { Tariff } from "../tariff.ts";
import { currencyOf, type CurrencyCode } from "../currency.ts";

/** One row for each currency of a tariff. */
export function splitByCurrency(tariff: Tariff): readonly Row[] {
  const seen = new Set<CurrencyCode>();
  return tariff.prices.flatMap((price) => {
    const code = currencyOf(price);
    if (seen.has(tariff.id)) return [];
    seen.add(tariff.id);
    return [{ tariffId: tariff.id, code, amount: price.amount }];
  });
}`;

const coding = itemsOf(
  exchange(
    "The nightly export drops rows when a tariff has two currencies. Find out why. Never touch src/legacy, please.",
    "`splitByCurrency` in src/export/rows.ts keeps one row per tariff, because `seen` is keyed by the tariff's id and not by the currency. Tariff fixture tariff-2217.json shows it.",
    run(
      "grep",
      { pattern: "splitByCurrency", path: "src" },
      "src/export/rows.ts:5:export function splitByCurrency(tariff: Tariff): readonly Row[] {\nsrc/export/nightly.ts:31:  const rows = tariffs.flatMap(splitByCurrency);",
      { callId: "c1" },
    ),
    run("read", { path: "src/export/rows.ts" }, rows, { callId: "c2" }),
    run(
      "bash",
      { command: "npm test -- export" },
      "FAIL test/export.test.ts\n  keeps a row for each currency\n  expected 412 rows, got 409\nTests: 1 failed, 26 passed\nexit code: 1",
      { callId: "c3", failed: true },
    ),
  ),
  exchange(
    "Good. Fix it, and run the tests.",
    "Fixed: `seen` is keyed by `tariff.id` and the code now. All 27 tests of the export pass. The next step is to run the nightly export on staging with EXPORT_DRY_RUN=1.",
    run(
      "edit",
      {
        path: "src/export/rows.ts",
        old_string: "seen.add(tariff.id);",
        new_string: "seen.add(`${tariff.id}:${code}`);",
      },
      "The file was changed.",
      { callId: "c4" },
    ),
    run("bash", { command: "npm test -- export" }, "Tests: 27 passed\nexit code: 0", {
      callId: "c5",
    }),
  ),
);

const service = itemsOf(
  exchange(
    "Hello, I want to move my parcel to another locker. The order is WX-40817, and I paid with the card that ends in 7731.",
    "I have found order WX-40817. It waits in locker L-113. Which locker should it go to?",
    run(
      "find_order",
      { orderId: "WX-40817" },
      '{"order": "WX-40817", "status": "in transit", "locker": "L-113", "size": "M", "fee": 2.90, "paidWith": "card_7731"}',
      { callId: "s1" },
    ),
  ),
  exchange(
    "To locker L-220 if there is room, it must be there before Friday.",
    "Locker L-220 has room for size M from 2026-05-07 on, and moving costs 2.90. Should I move it?",
    run(
      "list_lockers",
      { postcode: "8045", size: "M" },
      '[{"locker": "L-220", "free": 3, "from": "2026-05-07"}, {"locker": "L-231", "free": 0, "from": null}]',
      { callId: "s2" },
    ),
  ),
);

async function summarize(items: readonly Item[], maxTokens: number): Promise<string> {
  return summaryText({ items, maxTokens });
}

test.for([
  ["a coding session", coding, 1_100],
  ["a customer's case", service, 200],
] as const)("docs/digest.md shows the exact summary of %s", async ([, covered, maxTokens]) => {
  const page = await readFile(new URL("../../../docs/digest.md", import.meta.url), "utf8");
  expect(page).toContain(`\`\`\`text\n${await summarize(covered, maxTokens)}\n\`\`\``);
});
