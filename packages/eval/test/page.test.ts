import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createCharacterEstimator } from "@cutpoint/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKeepNewest } from "../src/methods/keep-newest.ts";
import { createOracle } from "../src/methods/oracle.ts";
import { reportPage } from "../src/page/report-page.ts";
import { evaluate } from "../src/run/evaluate.ts";
import type { Row } from "../src/run/row.ts";
import { summarizeRows } from "../src/run/summarize-rows.ts";
import { generatedSession } from "./support/boats.ts";

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
  page = reportPage({ summaries: summarizeRows(rows), judged: "keep-newest" });
});

afterAll(() => rm(folder, { recursive: true }));

test("the page is self-contained", () => {
  expect(page).not.toMatch(/\b(?:src|href)=|@import|url\(/u);
});

test("names of methods are escaped", async () => {
  const rows: Row[] = [];
  const arm = { ...createKeepNewest(), name: "<img onerror=x>" };
  const estimator = createCharacterEstimator();
  for await (const row of evaluate(generatedSession(1), { arms: [arm], estimator })) rows.push(row);
  const html = reportPage({ summaries: summarizeRows(rows), judged: "<b>" });
  expect(html).toContain("&lt;img onerror=x&gt;");
  expect(html).not.toContain("<img");
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
