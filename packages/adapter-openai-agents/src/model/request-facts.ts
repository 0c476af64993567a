import type { FitOptions } from "@cutpoint/core";
import type { AgentInputItem, ModelRequest } from "@openai/agents-core";

/** What goes over the wire beside the items: instructions, tools, handoffs, the schema of a structured answer. */
export function fitOptions(request: ModelRequest, model: string | undefined): FitOptions {
  const { systemInstructions, tools, handoffs, outputType, signal } = request;
  const definitions = [
    ...(tools ?? []),
    ...(handoffs ?? []),
    ...(typeof outputType === "object" ? [outputType] : []),
  ];
  return {
    ...(model === undefined ? {} : { model }),
    ...(systemInstructions === undefined || systemInstructions === ""
      ? {}
      : { system: systemInstructions }),
    ...(definitions.length === 0 ? {} : { tools: definitions }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** Whether the provider holds the context: the input is then what is new, and no more is known of it. */
export function isHeldByServer(request: ModelRequest): boolean {
  const { previousResponseId, conversationId, prompt } = request;
  return [previousResponseId, conversationId, prompt].some((held) => (held ?? null) !== null);
}

/** The input as items; a text is what a user says. */
export function inputItems({ input }: ModelRequest): readonly AgentInputItem[] {
  return typeof input === "string" ? [{ type: "message", role: "user", content: input }] : input;
}

/**
 * The request for a model that is asked on the runner's behalf. A newer SDK lets a model book a failed attempt with its run
 * at once, by way of an object of the request; with another one it is told by the error, so that an attempt that nobody
 * sees is booked once, under its own endpoint.
 */
export function ownAttempt(request: ModelRequest): ModelRequest {
  const { _internal: internal } = request as { readonly _internal?: unknown };
  if (typeof internal !== "object" || internal === null) return request;
  return { ...request, _internal: { ...internal } } as ModelRequest;
}
