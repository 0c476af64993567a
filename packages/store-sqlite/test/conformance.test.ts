import {
  describeEraseConformance,
  describeEvictConformance,
  describeSearchConformance,
  describeStoreConformance,
} from "@cutpoint/conformance/vitest";
import { describe } from "vitest";
import { sqliteRig } from "./sqlite-rig.ts";

describeStoreConformance("the SQLite store", sqliteRig());
describe.each(["none", "always"] as const)("durability %s", { tags: ["long"] }, (durability) => {
  describeStoreConformance("the SQLite store", sqliteRig({ durability }));
});
describeSearchConformance("the SQLite store", sqliteRig());
describeEvictConformance("the SQLite store", sqliteRig());
describeEraseConformance("the SQLite store", sqliteRig());
