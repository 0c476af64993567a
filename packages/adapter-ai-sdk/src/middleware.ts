import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Middleware,
  LanguageModelV4StreamResult,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import {
  type CompactorOptions,
  type CompactionState,
  createCompactor,
  type ViewWarning,
} from "@cutpoint/core";
import { modelCatalog } from "@cutpoint/core/models";
import {
  createRecentMap,
  createStateStorage,
  type StateStorage,
  withOfflineFallback,
} from "@cutpoint/host-kit";
import { emptyAnswer, hasContent } from "./answer.ts";
import { type CallContext, compactCall, type CompactedCall } from "./compacted-call.ts";
import { holdStream, watchEnd } from "./held-stream.ts";
import { toJson } from "./prompt/json.ts";
import { answerText } from "./prompt/prompt-items.ts";
import { usesServerContext } from "./request-facts.ts";

export type CompactionOptions = Omit<CompactorOptions, "summarizer"> & {
  /**
   * One summarizer, a list that is tried in order, or a function of the plan. A summarizer or list is followed by the
   * offline one, so a model that fails does not end the app. The result of a function is used as it is. Default:
   * `createExtractiveSummarizer()` of `@cutpoint/extractive`.
   */
  readonly summarizer?: CompactorOptions["summarizer"];
  /**
   * Stores compaction states between calls. Each compaction needs two ids, each answer one. Default:
   * `createStateStorage()` of `@cutpoint/host-kit`, in memory, 2,000 ids.
   */
  readonly stateStorage?: StateStorage<CompactionState>;
  /** Called for each warning about a prompt, for example a call without a result. Must not throw. */
  readonly onWarning?: (warning: ViewWarning) => void;
};

/** The number of answers whose usage is remembered, and of messages whose estimate is. */
const MAX_REPORTS = 2000;
const MAX_ITEMS = 50_000;

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
): LanguageModelV4Middleware {
  const context = contextOf(options);
  return {
    specificationVersion: "v4",
    wrapGenerate: async ({ doGenerate, model, params }) =>
      usesServerContext(params) ? doGenerate() : generate(context, model, params),
    wrapStream: async ({ doStream, model, params }) =>
      usesServerContext(params) ? doStream() : stream(context, model, params),
  };
}

function contextOf(options: CompactionOptions): CallContext {
  const {
    catalog = modelCatalog,
    onWarning = () => undefined,
    stateStorage = createStateStorage(),
    summarizer,
    ...compactorOptions
  } = options;
  return {
    compactor: createCompactor({
      ...compactorOptions,
      catalog,
      summarizer: typeof summarizer === "function" ? summarizer : withOfflineFallback(summarizer),
    }),
    stateStorage,
    memory: { reports: createRecentMap(MAX_REPORTS), items: createRecentMap(MAX_ITEMS) },
    onWarning,
  };
}

async function generate(
  context: CallContext,
  model: CallableModel,
  params: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> {
  let call = await compactCall(context, params, model.modelId);
  for (;;) {
    const { failure, result } = await attempt(model, call);
    const next = failure === null ? null : await call.retryAfter(failure);
    if (next !== null) call = next;
    else if (result === null) throw failure;
    else {
      await call.recordAnswer(result, answerText(result.content));
      return { ...result, ...receiptsOf(call, result.providerMetadata) };
    }
  }
}

async function attempt(
  model: CallableModel,
  { params }: CompactedCall,
): Promise<{ readonly result: LanguageModelV4GenerateResult | null; readonly failure: unknown }> {
  try {
    const result = await model.doGenerate(params);
    return { result, failure: result.content.some(hasContent) ? null : emptyAnswer(result) };
  } catch (failure) {
    return { result: null, failure };
  }
}

async function stream(
  context: CallContext,
  model: CallableModel,
  params: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamResult> {
  let call = await compactCall(context, params, model.modelId);
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
  { params }: CompactedCall,
): Promise<{ readonly result: LanguageModelV4StreamResult | null; readonly failure: unknown }> {
  try {
    const opened = await model.doStream(params);
    const { failure, stream: held } = await holdStream(opened);
    return { result: { ...opened, stream: held }, failure };
  } catch (failure) {
    return { result: null, failure };
  }
}

/** Records the end of a stream. After an error the state is prepared, so that the next call fits. */
function recorded(
  answer: LanguageModelV4StreamResult["stream"],
  call: CompactedCall,
): LanguageModelV4StreamResult["stream"] {
  return watchEnd(answer, {
    async finish(part, answer) {
      await call.recordAnswer(part, answer);
      return { ...part, ...receiptsOf(call, part.providerMetadata) };
    },
    error: async (error) => void (await call.retryAfter(error)),
  });
}

/** Returns provider metadata with the receipts of the call as `cutpoint`; none if nothing was compacted. */
function receiptsOf(
  { receipts }: CompactedCall,
  metadata: SharedV4ProviderMetadata | undefined,
): { readonly providerMetadata?: SharedV4ProviderMetadata } {
  if (receipts.length === 0) return {};
  return {
    providerMetadata: { ...metadata, cutpoint: { receipts: toJson(receipts) } },
  };
}
