import {
  describeAdapterConformance,
  describeSummarizerConformance,
} from "@cutpoint/conformance/vitest";
import { describe } from "vitest";
import { subjects } from "./subjects.ts";

/** Both APIs, each rig and each way of streaming occur. The full tier runs the other combinations too. */
const isShort = (name: string): boolean =>
  /withCompaction, Chat Completions$|session, streamed|Summarizer/u.test(name);

for (const { type, name, rig } of subjects)
  describe("OpenAI Agents", { tags: isShort(name) ? [] : ["long"] }, () => {
    if (type === "adapter") describeAdapterConformance(name, rig);
    if (type === "summarizer") describeSummarizerConformance(name, rig);
  });
