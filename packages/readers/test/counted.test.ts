import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describeReaderConformance } from "@cutpoint/conformance/vitest";
import { readSession } from "../src/index.ts";
import { recordsOf } from "./support/records-of.ts";

const folder = join(import.meta.dirname, "fixtures");

for (const name of (await readdir(folder)).filter((each) => !each.endsWith(".expected.json"))) {
  const { join: joinRecords, records } = recordsOf(await readFile(join(folder, name), "utf8"));
  if (records.length >= 4)
    describeReaderConformance(name, {
      records,
      join: joinRecords,
      read: async (file) => (await readSession(file)).records,
    });
}
