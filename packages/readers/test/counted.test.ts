import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describeReaderConformance } from "@cutpoint/conformance/vitest";
import { readSession } from "../src/index.ts";
import { recordsOf } from "./support/records-of.ts";

const folder = join(import.meta.dirname, "fixtures");

/** Files with fewer than four records. Other files have their formats. */
const SHORT = ["ai-sdk.json", "training.jsonl"];

for (const name of await readdir(folder)) {
  if (name.endsWith(".expected.json") || SHORT.includes(name)) continue;
  const { join: joinRecords, records } = recordsOf(await readFile(join(folder, name), "utf8"));
  describeReaderConformance(name, {
    records,
    join: joinRecords,
    read: async (file) => (await readSession(file)).records,
  });
}
