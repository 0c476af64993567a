import { describeAdapterConformance } from "@cutpoint/conformance/vitest";
import { describe } from "vitest";
import { subjects } from "./subjects.ts";

/** Each API and each way of streaming occurs once. The full tier runs the other combinations too. */
const isShort = (name: string): boolean => /Responses, streamed|Completions$/u.test(name);

for (const { name, rig, type } of subjects)
  describe("OpenAI", { tags: isShort(name) ? [] : ["long"] }, () => {
    if (type === "adapter") describeAdapterConformance(name, rig);
  });
