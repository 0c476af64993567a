import { describeAdapterConformance } from "@cutpoint/conformance/vitest";
import { subjects } from "./subjects.ts";

for (const { name, rig, type } of subjects)
  if (type === "adapter") describeAdapterConformance(name, rig);
