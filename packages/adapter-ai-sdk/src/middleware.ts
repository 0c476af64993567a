import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Middleware,
  LanguageModelV4StreamResult,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import {
  type CompactionOptions,
  createGuardedCall,
  type GuardedCall,
  holdStream,
  sendGuarded,
  toJson,
} from "@cutpoint/host-kit";
import type { LanguageModelMiddleware, ModelMessage } from "ai";
import { emptyAnswer, hasContent, usageOf } from "./answer.ts";
import { openCall, paramsOf, type PromptGuard } from "./guarded-prompt.ts";
import { failureOf, isOpening, watchEnd } from "./streamed-answer.ts";
import { unitFormat } from "./prompt/unit-format.ts";
import { usesServerContext } from "./request-facts.ts";

type Call = GuardedCall<ModelMessage>;

/** The part of a language model that a call needs, in all versions of the SDK. */
type CallableModel = Parameters<NonNullable<LanguageModelV4Middleware["wrapGenerate"]>>[0]["model"];

/**
 * Creates a middleware for `wrapLanguageModel` that keeps prompts within the model's window.
 *
 * It compacts before a call if needed. If the provider refuses a call for its size, it compacts once more and calls
 * again, unless a part of the answer was already passed on. Only the prompt changes: the app's messages stay as they
 * are. Put it before other middleware that changes prompts.
 *
 * Calls whose context the provider manages (`previousResponseId`, `conversation`, `contextManagement`) pass unchanged.
 */
export function createCompactionMiddleware(
  options: CompactionOptions = {},
): LanguageModelMiddleware {
  const compact = createGuardedCall(options, unitFormat);
  return {
    specificationVersion: "v4",
    wrapGenerate: async ({ doGenerate, model, params }) =>
      usesServerContext(params) ? doGenerate() : generate(compact, model, params),
    wrapStream: async ({ doStream, model, params }) =>
      usesServerContext(params) ? doStream() : stream(compact, model, params),
  };
}

async function generate(
  guard: PromptGuard,
  model: CallableModel,
  params: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> {
  const opened = await openCall(guard, params, model);
  const { call, result } = await sendGuarded(opened, async (call) => {
    const result = await model.doGenerate(paramsOf(call, params, model));
    return { result, failure: result.content.some(hasContent) ? null : emptyAnswer(result) };
  });
  call.recordUsage(usageOf(result.usage));
  return { ...result, ...receiptsOf(call, result.providerMetadata) };
}

async function stream(
  guard: PromptGuard,
  model: CallableModel,
  params: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamResult> {
  const opened = await openCall(guard, params, model);
  const { call, failure, result } = await sendGuarded(
    opened,
    async (call) => {
      const answer = await model.doStream(paramsOf(call, params, model));
      const { last, stream: held } = await holdStream(answer.stream, isOpening);
      return { result: { ...answer, stream: held }, failure: failureOf(last) };
    },
    { discard: async (refused) => refused.stream.cancel() },
  );
  return failure === null ? { ...result, stream: recorded(result.stream, call) } : result;
}

/** Records the end of a stream. After an error the state is prepared, so that the next call fits. */
function recorded(
  answer: LanguageModelV4StreamResult["stream"],
  call: Call,
): LanguageModelV4StreamResult["stream"] {
  return watchEnd(answer, {
    finish(part) {
      call.recordUsage(usageOf(part.usage));
      return { ...part, ...receiptsOf(call, part.providerMetadata) };
    },
    error: async (error) => void (await call.retryAfter(error)),
  });
}

/** Returns provider metadata with the receipts of the call as `cutpoint`; none if nothing was compacted. */
function receiptsOf(
  { receipts }: Call,
  metadata: SharedV4ProviderMetadata | undefined,
): { readonly providerMetadata?: SharedV4ProviderMetadata } {
  if (receipts.length === 0) return {};
  return {
    providerMetadata: { ...metadata, cutpoint: { receipts: toJson(receipts) } },
  };
}
