import type { Subject } from "@cutpoint/conformance";
import { createEstimator, type TokenEstimator } from "@cutpoint/core";
import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import { get_encoding } from "tiktoken";

const encoding = get_encoding("o200k_base");

function estimator(name: string, subject: TokenEstimator): Subject {
  const countTokens = (text: string): number => encoding.encode_ordinary(text).length;
  return { type: "estimator", name, rig: { estimator: subject, countTokens } };
}

export const subjects: readonly Subject[] = [
  estimator("@cutpoint/core's estimator", createEstimator()),
  estimator("@cutpoint/estimator-tiktoken", await createTiktokenEstimator()),
];
