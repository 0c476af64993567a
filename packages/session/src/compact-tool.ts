import { createEstimator, type Item, type Json, type TokenEstimator } from "@cutpoint/core";
import {
  checkQuotes,
  COMPACT_TOOL_NAME,
  hasAskedToCompact,
  MOST_QUOTED,
  passagesIn,
  type Quotes,
} from "@cutpoint/core/session";

/** A tool definition that any framework can register. */
export type CompactTool = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: { readonly [key: string]: Json };
  /** Returns the tool result for the model. */
  readonly execute: (input: unknown) => Promise<string>;
};

const DESCRIPTION =
  "Asks for a compaction of this conversation: after your answer, a summary replaces the older messages. " +
  "Call it when a task is finished and its details are no longer needed. It works once per user message. " +
  "While the conversation is small, nothing is replaced yet, but the passages are kept for later.";

const PARAMETERS = {
  type: "object",
  properties: {
    reason: { type: "string", description: "Why now, in a few words." },
    keep: {
      type: "array",
      items: { type: "string" },
      description: `Passages of this conversation to keep, copied verbatim, at most ${MOST_QUOTED} tokens together.`,
    },
  },
  required: ["reason"],
  additionalProperties: false,
} as const;

const REPEATED = "A compaction was already requested since the last user message.";
const ACCEPTED =
  "Requested. The conversation is compacted after your answer if it fills more than 90 % of its limit.";

/**
 * Creates the tool `compact_conversation` with which a model asks for a compaction. The option `compactTool` of the session
 * or the compactor carries it out after the answer.
 *
 * @param itemsOf returns the items of the conversation, oldest first
 */
export function createCompactTool(
  itemsOf: () => readonly Item[] | Promise<readonly Item[]>,
  estimator: TokenEstimator = createEstimator(),
): CompactTool {
  return {
    name: COMPACT_TOOL_NAME,
    description: DESCRIPTION,
    parameters: PARAMETERS,
    async execute(input) {
      const items = await itemsOf();
      if (hasAskedToCompact(items)) return REPEATED;
      return renderResult(checkQuotes(passagesIn(input), { items, prefix: [] }, estimator));
    },
  };
}

function renderResult({ kept, tooLong, unknown }: Quotes): string {
  return [
    ACCEPTED,
    ...listed(
      "Kept verbatim",
      kept.map(({ text }) => text),
    ),
    ...listed("Not kept, because it does not occur verbatim in the conversation", unknown),
    ...listed(`Not kept, because all passages may take ${MOST_QUOTED} tokens`, tooLong),
  ].join("\n");
}

function listed(title: string, passages: readonly string[]): readonly string[] {
  return passages.length === 0 ? [] : [`${title}:`, ...passages.map((passage) => `- ${passage}`)];
}
