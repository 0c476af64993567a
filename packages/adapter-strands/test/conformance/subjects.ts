import type { Subject } from "@cutpoint/conformance";
import { hostRig } from "./rig.ts";

/** The real agent, streamed: it has no other way to call a model. */
export const subjects: readonly Subject[] = (["Anthropic", "OpenAI"] as const).map((model) => ({
  type: "adapter",
  name: `Strands: createCompactionMiddleware, ${model}`,
  rig: hostRig(model),
}));
