import { describeStateStoreConformance } from "@cutpoint/conformance/vitest";
import { stateRigs } from "../../../tooling/subjects/src/state-stores.ts";

describeStateStoreConformance("the JSONL state store", stateRigs.jsonl);
