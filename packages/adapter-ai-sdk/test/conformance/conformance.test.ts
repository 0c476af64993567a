import {
  describeAdapterConformance,
  describeSummarizerConformance,
} from "@cutpoint/conformance/vitest";
import { subjects } from "./subjects.ts";

for (const { type, name, rig } of subjects) {
  if (type === "adapter") describeAdapterConformance(name, rig);
  if (type === "summarizer") describeSummarizerConformance(name, rig);
}
