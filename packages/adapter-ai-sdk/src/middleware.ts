import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Middleware,
  LanguageModelV4StreamResult,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import {
  type CompactionOptions,
  createCallCompactor,
  holdStream,
  toJson,
} from "@cutpoint/host-kit";
import type { LanguageModelMiddleware } from "ai";
import { emptyAnswer, hasContent, usageOf } from "./answer.ts";
import { type CompactedPrompt, compactPrompt, type PromptCompactor } from "./compacted-prompt.ts";
import { failureOf, isOpening, watchEnd } from "./streamed-answer.ts";
import { answerText, unitFormat } from "./prompt/unit-format.ts";
import { usesServerContext } from "./request-facts.ts";

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
  const compact = createCallCompactor(options, unitFormat);
  return {
    specificationVersion: "v4",
    wrapGenerate: async ({ doGenerate, model, params }) =>
      usesServerContext(params) ? doGenerate() : generate(compact, model, params),
    wrapStream: async ({ doStream, model, params }) =>
      usesServerContext(params) ? doStream() : stream(compact, model, params),
  };
}

async function generate(
  compact: PromptCompactor,
  model: CallableModel,
  params: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> {
  let call = await compactPrompt(compact, params, model);
  for (;;) {
    const { failure, result } = await attempt(model, call);
    const next = failure === null ? null : await call.retryAfter(failure);
    if (next !== null) call = next;
    else if (result === null) throw failure;
    else {
      await call.recordAnswer(answerText(result.content), usageOf(result.usage));
      return { ...result, ...receiptsOf(call, result.providerMetadata) };
    }
  }
}

async function attempt(
  model: CallableModel,
  { params }: CompactedPrompt,
): Promise<{ readonly result: LanguageModelV4GenerateResult | null; readonly failure: unknown }> {
  try {
    const result = await model.doGenerate(params);
    return { result, failure: result.content.some(hasContent) ? null : emptyAnswer(result) };
  } catch (failure) {
    return { result: null, failure };
  }
}

async function stream(
  compact: PromptCompactor,
  model: CallableModel,
  params: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamResult> {
  let call = await compactPrompt(compact, params, model);
  for (;;) {
    const { failure, result } = await attemptStream(model, call);
    const next = failure === null ? null : await call.retryAfter(failure);
    if (next !== null) {
      await result?.stream.cancel();
      call = next;
    } else if (result === null) throw failure;
    else if (failure !== null) return result;
    else return { ...result, stream: recorded(result.stream, call) };
  }
}

async function attemptStream(
  model: CallableModel,
  { params }: CompactedPrompt,
): Promise<{ readonly result: LanguageModelV4StreamResult | null; readonly failure: unknown }> {
  try {
    const opened = await model.doStream(params);
    const { last, stream: held } = await holdStream(opened.stream, isOpening);
    return { result: { ...opened, stream: held }, failure: failureOf(last) };
  } catch (failure) {
    return { result: null, failure };
  }
}

/** Records the end of a stream. After an error the state is prepared, so that the next call fits. */
function recorded(
  answer: LanguageModelV4StreamResult["stream"],
  call: CompactedPrompt,
): LanguageModelV4StreamResult["stream"] {
  return watchEnd(answer, {
    async finish(part, answer) {
      await call.recordAnswer(answer, usageOf(part.usage));
      return { ...part, ...receiptsOf(call, part.providerMetadata) };
    },
    error: async (error) => void (await call.retryAfter(error)),
  });
}

/** Returns provider metadata with the receipts of the call as `cutpoint`; none if nothing was compacted. */
function receiptsOf(
  { receipts }: CompactedPrompt,
  metadata: SharedV4ProviderMetadata | undefined,
): { readonly providerMetadata?: SharedV4ProviderMetadata } {
  if (receipts.length === 0) return {};
  return {
    providerMetadata: { ...metadata, cutpoint: { receipts: toJson(receipts) } },
  };
}
