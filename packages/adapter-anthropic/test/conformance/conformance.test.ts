import { describeAdapterConformance } from "@cutpoint/conformance/vitest";
import { describe } from "vitest";
import { subjects } from "./subjects.ts";

/** The full tier runs whole answers too. */
const isShort = (name: string): boolean => name.endsWith("streamed");

for (const { name, rig, type } of subjects)
  describe("Anthropic", { tags: isShort(name) ? [] : ["long"] }, () => {
    if (type === "adapter") describeAdapterConformance(name, rig);
  });
