import { describeAdapterConformance } from "@cutpoint/conformance/vitest";
import { subjects } from "./subjects.ts";

for (const subject of subjects)
  if (subject.type === "adapter") describeAdapterConformance(subject.name, subject.rig);
