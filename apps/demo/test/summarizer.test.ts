import { expect, test } from "vitest";
import { parseOptions } from "../src/options.ts";
import type { Report } from "../src/report.ts";
import { runDemo } from "./demo-process.ts";
import { emptyFolders } from "./empty-folder.ts";

const emptyFolder = emptyFolders();

test("--summarizer selects the summarizer", () => {
  expect(parseOptions([])).toMatchObject({ options: { summarizer: "extractive" } });
  expect(parseOptions(["--summarizer", "model"])).toMatchObject({
    options: { summarizer: "model" },
  });
  expect(parseOptions(["--summarizer", "me"])).toMatchObject({
    message: '--summarizer is "me": expected extractive or model',
  });
});

test(
  "with --summarizer model a local provider writes them, and each compaction reports its cost",
  { tags: ["long"] },
  async () => {
    const cwd = await emptyFolder();
    const values = ["--store", "memory", "--summarizer", "model"];
    const [json, lines] = await Promise.all([
      runDemo([...values, "--json"], { cwd }),
      runDemo(values, { cwd }),
    ]);
    expect(json).toMatchObject({ code: 0, stderr: "" });
    const report = JSON.parse(json.stdout) as Report;
    expect(report.compactions.length).toBeGreaterThanOrEqual(3);
    for (const { calls, inputTokens, method, outputTokens } of report.compactions) {
      expect(method).toBe("rules");
      expect(calls).toBeGreaterThanOrEqual(1);
      expect(calls).toBeLessThanOrEqual(3);
      expect(inputTokens).toBeGreaterThan(1_000);
      expect(inputTokens).toBeLessThan(calls * report.window);
      expect(outputTokens).toBeGreaterThan(50);
    }
    expect(report.findings.found).toBe(report.findings.asked);
    expect(lines.code).toBe(0);
    const spent = lines.stdout.match(
      /│ spent {5}\d calls?, [\d,]+ tokens in, [\d,]+ out \(rules\)/gu,
    );
    expect(spent).toHaveLength(report.compactions.length);
  },
);
