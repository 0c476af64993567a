import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import { describeEstimatorConformance } from "@cutpoint/conformance/vitest";
import { get_encoding } from "tiktoken";
import { describe } from "vitest";

describe("tiktoken", { tags: ["long"] }, async () => {
  const encoding = get_encoding("o200k_base");
  describeEstimatorConformance("the exact estimator", {
    estimator: await createTiktokenEstimator(),
    countTokens: (text) => encoding.encode_ordinary(text).length,
  });
});
