import type { AdapterTool, HostFeature } from "@cutpoint/conformance";
import { SystemMessage, ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool } from "@langchain/core/tools";
import { Command } from "@langchain/langgraph";
import { type AgentMiddleware, createMiddleware, humanInTheLoopMiddleware } from "langchain";
import * as z from "zod";

/** Middleware that an agent needs for a feature, besides tools and its answer format. */
export function featureMiddleware(feature: HostFeature | null): readonly AgentMiddleware[] {
  switch (feature) {
    case "interrupt-and-resume":
      return [
        humanInTheLoopMiddleware({ interruptOn: { transfer: true } } as never) as AgentMiddleware,
      ];
    case "handoff":
      return [secondAgent];
    default:
      return [];
  }
}

/** After the handoff, another model answers. */
const secondAgent: AgentMiddleware = createMiddleware({
  name: "SecondAgent",
  stateSchema: z.object({ active: z.string().optional() }),
  wrapModelCall: async (request, handler) =>
    handler(
      request.state.active === "second"
        ? { ...request, systemMessage: new SystemMessage("You are the second agent.") }
        : request,
    ),
}) as object as AgentMiddleware;

/** A tool that passes the conversation to the second agent. */
export function handoffTool({
  name,
  description,
  parameters,
  run,
}: AdapterTool): DynamicStructuredTool {
  return new DynamicStructuredTool({
    name,
    description,
    schema: parameters as object,
    func: async (values: unknown, _manager, config) => {
      const { toolCall } = config as { readonly toolCall?: { readonly id?: string } };
      const content = await run(JSON.stringify(values));
      const result = new ToolMessage({ content, name, tool_call_id: toolCall?.id ?? "" });
      return new Command({ update: { active: "second", messages: [result] } });
    },
  });
}
