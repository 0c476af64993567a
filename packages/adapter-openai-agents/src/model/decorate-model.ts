import { sendGuarded } from "@cutpoint/host-kit";
import type { Model, ModelProvider, ModelRequest, ModelResponse } from "@openai/agents-core";
import { type CompactedCall, emptyAnswer, openCall, type RequestHooks } from "./compacted-call.ts";
import { replaceMembers } from "./replace-members.ts";
import { streamWithRetry } from "./streamed-response.ts";

/** Returns a model that passes its requests through the hooks. All other members are those of the original. */
export function decorateModel(inner: Model, name: string | undefined, hooks: RequestHooks): Model {
  const open = async (request: ModelRequest): Promise<CompactedCall> =>
    openCall(request, name, hooks);
  return replaceMembers(inner, {
    getResponse: async (request) => respond(inner, await open(request)),
    getStreamedResponse: (request) => streamWithRetry(inner, async () => open(request)),
  } satisfies Model);
}

/** @param defaultName the name of the model that is asked for without one */
export function decorateProvider(
  provider: ModelProvider,
  hooks: RequestHooks,
  defaultName?: string,
): ModelProvider {
  return replaceMembers(provider, {
    getModel: async (name) =>
      decorateModel(await provider.getModel(name), name ?? defaultName, hooks),
  } satisfies ModelProvider);
}

async function respond(inner: Model, opened: CompactedCall): Promise<ModelResponse> {
  const { call, result } = await sendGuarded<CompactedCall, ModelResponse>(
    opened,
    async ({ request }) => {
      const answer = await inner.getResponse(request);
      return { result: answer, failure: emptyAnswer(answer) };
    },
  );
  return { ...result, usage: call.recordAnswer(result) };
}
