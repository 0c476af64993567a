import {
  describeEraseConformance,
  describeEvictConformance,
  describeStoreConformance,
} from "@cutpoint/conformance/vitest";
import { describe } from "vitest";
import { jsonlRig } from "./jsonl-rig.ts";

describeStoreConformance("the JSONL store", jsonlRig());
describe.each(["batch", "always"] as const)("durability %s", { tags: ["long"] }, (durability) => {
  describeStoreConformance("the JSONL store", jsonlRig({ durability }));
});
describeEvictConformance("the JSONL store", jsonlRig());
describeEraseConformance("the JSONL store", jsonlRig());
