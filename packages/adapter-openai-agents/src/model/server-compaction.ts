import {
  type AgentInputItem,
  MemorySession,
  type OpenAIResponsesCompactionAwareSession,
  type RequestUsage,
  type Session,
} from "@openai/agents-core";

/** What is known of the model that what a provider made is for. */
export type ServerCompactionOptions = {
  readonly model: string | undefined;
  readonly signal: AbortSignal | undefined;
};

/** Items that stand for others: only those of the type `compaction` are used, as the human's words are carried anyway. */
export type ServerCompacted = {
  readonly items: readonly AgentInputItem[];
  /** What the provider took for them; `null` where it does not tell. */
  readonly usage: RequestUsage | null;
};

/** A provider that compacts by itself, into something that its own models alone can read. */
export interface ServerCompaction {
  /** Whether a model can read what it makes: for any other the readable summary stands instead. */
  supports(model: string | undefined): boolean;
  /** Rejects where it cannot; the readable summary stands then too. */
  compact(
    items: readonly AgentInputItem[],
    options: ServerCompactionOptions,
  ): Promise<ServerCompacted>;
}

export type CreateServerCompactionOptions = {
  /** Default: all. */
  readonly supports?: (model: string | undefined) => boolean;
};

/**
 * Compaction by OpenAI's `/responses/compact`, by way of the SDK's own session for it.
 *
 * @param open for example `(underlyingSession) => new OpenAIResponsesCompactionSession({ client, underlyingSession, model,
 * compactionMode: "input" })`
 */
export function createServerCompaction(
  open: (
    underlyingSession: Session,
    model: string | undefined,
  ) => OpenAIResponsesCompactionAwareSession,
  options: CreateServerCompactionOptions = {},
): ServerCompaction {
  return {
    supports: options.supports ?? (() => true),
    async compact(items, { model }) {
      const session = new MemorySession({ initialItems: items.map(inBlocks) });
      const result = await open(session, model).runCompaction({
        force: true,
        compactionMode: "input",
      });
      return { items: await session.getItems(), usage: result?.usage ?? null };
    },
  };
}

/** The service gives messages back as they came, and the SDK reads only those whose content is a list. */
function inBlocks(item: AgentInputItem): AgentInputItem {
  if (!("role" in item) || item.role !== "user" || typeof item.content !== "string") return item;
  return { ...item, content: [{ type: "input_text", text: item.content }] };
}
