import { describeSummarizerConformance } from "@cutpoint/conformance/vitest";
import { describe } from "vitest";
import { describeVariants } from "../../../conformance/test/support/share-cases.ts";
import { subjects } from "./subjects.ts";

describe("AI SDK", () => {
  describeVariants(subjects);
  for (const { name, rig, type } of subjects)
    if (type === "summarizer") describeSummarizerConformance(name, rig);
});
