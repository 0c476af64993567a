import {
  describeEraseConformance,
  describeEvictConformance,
  describeStoreConformance,
} from "@cutpoint/conformance/vitest";
import { jsonlRig } from "./jsonl-rig.ts";

for (const durability of ["none", "batch", "always"] as const)
  describeStoreConformance(`the JSONL store, durability ${durability}`, jsonlRig({ durability }));
describeEvictConformance("the JSONL store", jsonlRig());
describeEraseConformance("the JSONL store", jsonlRig());
