import { describe } from "vitest";
import { describeVariants } from "../../../conformance/test/support/share-cases.ts";
import { subjects } from "./subjects.ts";

describe("Strands", () => {
  describeVariants(subjects);
});
