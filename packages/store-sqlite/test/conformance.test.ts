import {
  describeEraseConformance,
  describeEvictConformance,
  describeSearchConformance,
  describeStoreConformance,
} from "@cutpoint/conformance/vitest";
import { sqliteRig } from "./sqlite-rig.ts";

for (const durability of ["none", "batch", "always"] as const)
  describeStoreConformance(`the SQLite store, durability ${durability}`, sqliteRig({ durability }));
describeSearchConformance("the SQLite store", sqliteRig());
describeEvictConformance("the SQLite store", sqliteRig());
describeEraseConformance("the SQLite store", sqliteRig());
