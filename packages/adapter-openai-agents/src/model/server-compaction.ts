import { invalidInput } from "@cutpoint/core/kit";
import {
  type AgentInputItem,
  MemorySession,
  type OpenAIResponsesCompactionAwareSession,
  type RequestUsage,
  type Session,
} from "@openai/agents-core";

/** The model that will read the result, and the signal of the compaction. */
export type ServerCompactionOptions = {
  readonly model: string | undefined;
  readonly signal: AbortSignal | undefined;
};

/**
 * The result of a provider's compaction. Only items of type `compaction` are used; user text is kept verbatim anyway.
 */
export type ServerCompacted = {
  readonly items: readonly AgentInputItem[];
  /** The usage of the compaction; `null` if the provider does not report it. */
  readonly usage: RequestUsage | null;
};

/** A provider that compacts into items that only its own models can read. */
export interface ServerCompaction {
  /** Returns whether a model can read the items. Other models receive the readable summary. */
  supports(model: string | undefined): boolean;
  /** Rejects if the compaction fails. The readable summary is used then. */
  compact(
    items: readonly AgentInputItem[],
    options: ServerCompactionOptions,
  ): Promise<ServerCompacted>;
}

export type CreateServerCompactionOptions = {
  /** Default: all models. */
  readonly supports?: (model: string | undefined) => boolean;
};

/**
 * Creates a compaction by OpenAI's `/responses/compact`, with the SDK's own session for it.
 *
 * @param open for example `(underlyingSession) => new OpenAIResponsesCompactionSession({ client, underlyingSession,
 * model, compactionMode: "input" })`
 * @throws `invalid-input` if `open` is not a function
 */
export function createServerCompaction(
  open: (
    underlyingSession: Session,
    model: string | undefined,
  ) => OpenAIResponsesCompactionAwareSession,
  options: CreateServerCompactionOptions = {},
): ServerCompaction {
  if (typeof open !== "function")
    throw invalidInput("open", open, "expected a function that returns a compacting session");
  return {
    supports: options.supports ?? (() => true),
    async compact(items, { model }) {
      const session = new MemorySession({ initialItems: items.map(withBlockContent) });
      const result = await open(session, model).runCompaction({
        force: true,
        compactionMode: "input",
      });
      return { items: await session.getItems(), usage: result?.usage ?? null };
    },
  };
}

/** The service returns messages unchanged, and the SDK reads only messages whose content is a list. */
function withBlockContent(item: AgentInputItem): AgentInputItem {
  if (!("role" in item) || item.role !== "user" || typeof item.content !== "string") return item;
  return { ...item, content: [{ type: "input_text", text: item.content }] };
}
