import { type CompactionOptions, createGuardedCall, requestOptions } from "@cutpoint/host-kit";
import type { LanguageModel, ModelMessage, SystemModelMessage } from "ai";
import { unitFormat } from "./prompt/unit-format.ts";

/** The fields of a step that a compaction needs. AI SDK 6 passes no instructions. */
type Step = {
  readonly messages: ModelMessage[];
  readonly model: LanguageModel;
  readonly instructions?: string | SystemModelMessage | SystemModelMessage[] | undefined;
};

/**
 * Creates a function for `prepareStep` of `generateText`, `streamText` and agents. It compacts the messages of a step if
 * needed, and returns `undefined` if they stay as they are.
 *
 * A step shows no tools and no errors: tools are not counted, and a refused request is not repeated. Use
 * `withCompaction` if you can wrap the model.
 */
export function createPrepareStep(
  options: CompactionOptions = {},
): (step: Step) => Promise<{ messages: ModelMessage[] } | undefined> {
  const compact = createGuardedCall(options, unitFormat);
  /** The messages that a view stands for, by each message of the view that Cutpoint made. */
  const originals = new WeakMap<ModelMessage, Original>();
  return async ({ instructions, messages, model }) => {
    const original = originalOf(messages);
    const name = typeof model === "string" ? model : model.modelId;
    const call = await compact({
      messages: original,
      options: requestOptions(name, systemText(instructions), []),
    });
    if (original === messages && call.messages === null) return undefined;
    const view = [...(call.messages ?? original)];
    const known = new Set(original);
    for (const message of view)
      if (!known.has(message)) originals.set(message, { messages: original, view });
    return { messages: view };
  };

  /** Returns all messages. AI SDK 7 continues with the view of the step before, followed by new messages. */
  function originalOf(messages: readonly ModelMessage[]): readonly ModelMessage[] {
    const last = messages.findLast((message) => originals.has(message));
    const before = last === undefined ? undefined : originals.get(last);
    if (before === undefined || before.view.some((message, index) => message !== messages[index]))
      return messages;
    return [...before.messages, ...messages.slice(before.view.length)];
  }
}

type Original = {
  readonly messages: readonly ModelMessage[];
  readonly view: readonly ModelMessage[];
};

function systemText(instructions: Step["instructions"]): string {
  if (typeof instructions === "string") return instructions;
  return [instructions ?? []]
    .flat()
    .map(({ content }) => content)
    .join("\n");
}
