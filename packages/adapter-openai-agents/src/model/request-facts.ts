import type { FitOptions } from "@cutpoint/core";
import { requestOptions } from "@cutpoint/host-kit";
import type { AgentInputItem, ModelRequest } from "@openai/agents-core";

/** Returns the content of a request besides the items: instructions, tools, handoffs, and the answer schema. */
export function fitOptions(request: ModelRequest, model: string | undefined): FitOptions {
  const { systemInstructions, tools, handoffs, outputType, signal } = request;
  const definitions = [
    ...(tools ?? []),
    ...(handoffs ?? []),
    ...(typeof outputType === "object" ? [outputType] : []),
  ];
  return requestOptions(model, systemInstructions, definitions, signal);
}

/** Returns whether the server stores the context. The input then contains only the new items. */
export function usesServerContext(request: ModelRequest): boolean {
  const { previousResponseId, conversationId, prompt } = request;
  return [previousResponseId, conversationId, prompt].some((value) => (value ?? null) !== null);
}

/** Returns the input as items. A string becomes a user message. */
export function inputItems({ input }: ModelRequest): readonly AgentInputItem[] {
  return typeof input === "string" ? [{ type: "message", role: "user", content: input }] : input;
}

/**
 * Returns a copy of the request that does not report a failed attempt to the run.
 *
 * Newer versions of the SDK add a failed attempt to the usage of the run through the object `_internal`. With a copy of
 * it, the attempt is added once, under Cutpoint's endpoint.
 */
export function detachAttempt(request: ModelRequest): ModelRequest {
  const { _internal: internal } = request as { readonly _internal?: unknown };
  if (typeof internal !== "object" || internal === null) return request;
  return { ...request, _internal: { ...internal } } as ModelRequest;
}
