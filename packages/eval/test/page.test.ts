import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { assistantMessage, createCharacterEstimator, userMessage } from "@cutpoint/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKeepNewest } from "../src/methods/keep-newest.ts";
import { createOracle } from "../src/methods/oracle.ts";
import { reportPage } from "../src/page/report-page.ts";
import { evaluate } from "../src/run/evaluate.ts";
import { inspectCut, type Inspection } from "../src/run/inspect-cut.ts";
import type { Row } from "../src/run/row.ts";
import { summarizeRows } from "../src/run/summarize-rows.ts";
import { generatedSession, transcriptOf } from "./support/boats.ts";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browser = process.env["CHROMIUM"] ?? BROWSERS.find((path) => existsSync(path));
if (browser === undefined)
  console.log("Skipped in a browser: none is installed; name one by CHROMIUM.");

let folder = "";
let page = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-page-"));
  const session = generatedSession(1);
  const rows: Row[] = [];
  for await (const row of evaluate(session, {
    arms: [createOracle(), createKeepNewest()],
    estimator: createCharacterEstimator(),
  }))
    rows.push(row);
  const inspection = await inspectCut(session, createKeepNewest(), 0.2);
  page = reportPage({ summaries: summarizeRows(rows), judged: "keep-newest", inspection });
});

afterAll(() => rm(folder, { recursive: true }));

test("the page is self-contained", () => {
  expect(page).not.toMatch(/\b(?:src|href)=|@import|url\(/u);
});

test("text of a transcript is escaped", async () => {
  const words = `<script>alert(1)</script> "loadKeel" & 'x'`;
  const session = transcriptOf(
    [userMessage(words), assistantMessage(words), assistantMessage(words), assistantMessage(words)],
    { id: "<img onerror=x>" },
  );
  const inspection = await inspectCut(session, createKeepNewest(), 1);
  const html = reportPage({ summaries: [], judged: "<b>", inspection });
  expect(html).not.toContain("<script>alert");
  expect(html).not.toContain("<img");
});

describe("the highlighted history", () => {
  const anchor = {
    text: "loadKeel",
    type: "identifier",
    firstUse: 0,
    weight: 1,
    origin: "tool",
    seenIn: 1,
  } as const;
  const history = [
    { role: "tool", text: `${"far\n".repeat(30)}near\nloadKeel loadKeel2\n${"far\n".repeat(30)}` },
  ];
  const inspection: Inspection = {
    transcript: "boats",
    method: "mine",
    share: 0.1,
    budgetTokens: 10,
    history,
    anchors: [{ ...anchor, status: "lost" }],
    result: [],
  };

  test("highlights exactly the needed anchors by status, and folds the rest", () => {
    const html = reportPage({ summaries: [], judged: "mine", inspection });
    const section = html.slice(html.indexOf('aria-label="History"'));
    expect(section.match(/<mark[^>]*>[^<]*<\/mark>/gu)).toEqual([
      '<mark class="lost" title="lost: identifier, first used in answer 1 after the cut">loadKeel</mark>',
    ]);
    const text = section.replaceAll(/<summary>.*?<\/summary>/gu, "").replaceAll(/<[^>]*>/gu, "");
    expect(text.match(/far/gu)).toHaveLength(60);
    expect(section).toContain("… 30 lines");
  });
});

describe.skipIf(browser === undefined)("in a browser", () => {
  test("draws curves that the legend hides and shows", async () => {
    const probe = `<script>
      const [button] = document.querySelectorAll(".legend button");
      const curves = () => document.querySelectorAll(".curve:not(.off)").length;
      const shown = curves(); button.click(); const hidden = curves(); button.click();
      document.title = [shown, hidden, curves(), button.getAttribute("aria-pressed"),
        document.querySelector(".curve polyline").getBBox().width > 100,
        document.documentElement.scrollWidth <= innerWidth].join();
    </script>`;
    const file = join(folder, "page.html");
    await writeFile(file, page.replace("</body>", `${probe}</body>`));
    const { stdout } = await promisify(execFile)(
      browser ?? "",
      [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        `--user-data-dir=${join(folder, "profile")}`,
        "--dump-dom",
        pathToFileURL(file).href,
      ],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    const [, title = ""] = /<title>([^<]*)<\/title>/u.exec(stdout) ?? [];
    const [shown, hidden, again, ...rest] = title.split(",");
    expect(Number(hidden)).toBeLessThan(Number(shown));
    expect(again).toBe(shown);
    expect(rest).toEqual(["true", "true", "true"]);
  });
});
