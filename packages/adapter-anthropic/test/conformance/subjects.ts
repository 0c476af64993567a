import type { Subject } from "@cutpoint/conformance";
import { hostRig } from "./rig.ts";

/** The real client of the SDK, with and without streams. */
export const subjects: readonly Subject[] = [true, false].map((streaming) => ({
  type: "adapter",
  name: `Anthropic SDK: createCompactionMiddleware${streaming ? ", streamed" : ""}`,
  rig: hostRig({ streaming }),
}));
