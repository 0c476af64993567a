import {
  describeAdapterConformance,
  describeSummarizerConformance,
} from "@cutpoint/conformance/vitest";
import { describe } from "vitest";
import { subjects } from "./subjects.ts";

/** Each version, each API and each way of streaming occurs. The full tier runs the other combinations too. */
const isShort = (name: string): boolean =>
  /7: .*Completions$|6: .*Responses, streamed|Summarizer/u.test(name);

for (const { type, name, rig } of subjects)
  describe("AI SDK", { tags: isShort(name) ? [] : ["long"] }, () => {
    if (type === "adapter") describeAdapterConformance(name, rig);
    if (type === "summarizer") describeSummarizerConformance(name, rig);
  });
