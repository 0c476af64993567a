import type { AdapterSetup, AdapterTool } from "@cutpoint/conformance";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { DynamicStructuredTool } from "@langchain/core/tools";
import { chatModel, type Vendor } from "../agent/rig.ts";

/** A tool of the suite as LangChain's. */
export function hostTool({
  name,
  description,
  parameters,
  run,
}: AdapterTool): DynamicStructuredTool {
  return new DynamicStructuredTool({
    name,
    description,
    schema: parameters as object,
    func: async (values: unknown) => run(JSON.stringify(values)),
  });
}

/** The model that a conversation is set up with. */
export function modelOf(
  { url, model, windowTokens }: AdapterSetup,
  vendor: Vendor,
  streaming: boolean,
): BaseChatModel {
  return chatModel(vendor, url, { name: model, windowTokens, streaming });
}
