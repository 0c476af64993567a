import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { compareReports, type ReportResult } from "../src/api-reports.ts";
import { ROOT } from "../src/workspace.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cutpoint-reports-"));
  for (const name of ["reports", "scratch"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "sample", type: "module" }));
  return () => rmSync(folder, { recursive: true });
});

function compare(declaration: string, update: boolean): ReportResult | undefined {
  writeFileSync(join(folder, "index.d.ts"), `${declaration}\n`);
  const sample = relative(ROOT, folder);
  const entry = { name: "sample", folder: sample, declarations: join(sample, "index.d.ts") };
  const folders = { reports: join(folder, "reports"), scratch: join(folder, "scratch") };
  return compareReports([entry], folders, update)[0];
}

test(
  "a renamed export is reported with the old and the new line, until the report is updated",
  { tags: ["long"] },
  () => {
    const before = "export declare function wait(signal: AbortSignal): void;";
    const after = "export declare function pause(signal: AbortSignal): void;";
    compare(before, true);
    const path = join(folder, "reports", "sample.api.md");
    expect(readFileSync(path, "utf8")).toContain(
      "export function wait(signal: AbortSignal): void;",
    );
    expect(compare(before, false)).toMatchObject({ isChanged: false, messages: [] });

    const changed = compare(after, false);
    expect(changed?.isChanged).toBe(true);
    expect(changed?.messages.join("\n")).toMatch(
      /-export function wait.*\n\+export function pause/,
    );
    expect(readFileSync(path, "utf8")).not.toContain("pause");

    compare(after, true);
    expect(compare(after, false)?.isChanged).toBe(false);
  },
);

test("declarations with an error fail", { tags: ["long"] }, () => {
  compare("export declare const one: number;", true);
  expect(compare('export { one } from "./missing.js";', false)?.isChanged).toBe(true);
});
