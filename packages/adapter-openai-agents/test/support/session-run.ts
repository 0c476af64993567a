import type { SessionStore } from "@cutpoint/session";
import { createMemoryStore } from "@cutpoint/store-memory";
import {
  Agent,
  type AgentInputItem,
  type Model,
  type ModelProvider,
  type RunContext,
  Runner,
  type RunState,
  type Session,
  type Tool,
  tool,
} from "@openai/agents-core";
import {
  assistantMessage,
  functionCall,
  modelResponse,
  ScriptedModel,
  type ScriptedModelInput,
} from "@openai/agents-core/testing";
import { z } from "zod";

export const user = (content: string): AgentInputItem => ({
  type: "message",
  role: "user",
  content,
});

export const answers = (text: string): ScriptedModelInput =>
  modelResponse([assistantMessage(text)]);

export const looks = (...callIds: readonly string[]): ScriptedModelInput =>
  modelResponse(callIds.map((callId) => functionCall("look", { at: callId }, { callId })));

export const look: Tool = tool({
  name: "look",
  description: "Looks.",
  parameters: z.object({ at: z.string() }),
  execute: ({ at }: { at: string }) => `found at ${at}`,
});

/** One line per item: role and text, or type and call id. */
export function outline(items: readonly AgentInputItem[]): readonly string[] {
  return items.map((item) => {
    if ("callId" in item) return `${item.type} ${String(item.callId)}`;
    if (!("role" in item)) return item.type;
    const content: unknown = item.content;
    const text =
      typeof content === "string"
        ? content
        : (content as readonly { readonly text?: string }[]).map((block) => block.text).join(" ");
    return `${item.role}: ${text}`;
  });
}

export const providerOf = (model: Model): ModelProvider => ({ getModel: () => model });

export const quiet: { readonly tracingDisabled: true } = { tracingDisabled: true };

export function agentWith(options: Partial<ConstructorParameters<typeof Agent>[0]> = {}): Agent {
  return new Agent({ name: "helper", tools: [look], ...options }) as Agent;
}

/** An output guardrail that blocks every answer. */
export const blocks = {
  name: "blocks",
  execute: async (): Promise<{ tripwireTriggered: boolean; outputInfo: object }> => ({
    tripwireTriggered: true,
    outputInfo: {},
  }),
};

/** Runs to the end, streamed or not. A state resumes its run. */
export async function runOnce<Context = undefined>(
  runner: Runner,
  input: string | AgentInputItem[] | RunState<Context, Agent>,
  {
    session,
    isStreamed,
    agent = agentWith(),
    maxTurns,
    context,
  }: {
    readonly session: Session;
    readonly isStreamed: boolean;
    readonly agent?: Agent;
    readonly maxTurns?: number;
    readonly context?: RunContext<Context>;
  },
): Promise<string> {
  const options = {
    session,
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(context === undefined ? {} : { context }),
  };
  if (!isStreamed) {
    const result = await runner.run(agent, input, options);
    return String(result.finalOutput);
  }
  const result = await runner.run(agent, input, { ...options, stream: true });
  for await (const _ of result) continue;
  await result.completed;
  return String(result.finalOutput);
}

/** The entries of a log, with the types that a test asks for. */
export async function entryTypes(
  store: SessionStore,
  sessionId: string,
): Promise<readonly string[]> {
  const types: string[] = [];
  for await (const entry of store.read(sessionId)) types.push(entry.type);
  return types;
}

export { createMemoryStore, Runner, ScriptedModel };
