import type { Item, Message } from "@cutpoint/core";
import { toJson } from "@cutpoint/host-kit";
import { convertToModelMessages, type UIMessage } from "ai";
import { toMessage } from "../prompt/to-message.ts";
import { unitsOf } from "../prompt/units.ts";

/**
 * Converts the messages of a chat page to items, for example to append them to a session.
 *
 * An answer becomes an item for each step, and one for each result. The ids are made from that of the message, so they
 * stay the same. The parts of the message are kept in `adapterMetadata`. A message without content for the model, for
 * example with data parts only, is left out.
 */
export async function fromUiMessages(messages: readonly UIMessage[]): Promise<readonly Item[]> {
  const items = await Promise.all(messages.map(itemsOf));
  return items.flat();
}

/** A part of a message of a chat page, and what the model is sent of it. */
type Step = { readonly parts: UIMessage["parts"]; readonly messages: readonly Message[] };

async function itemsOf(message: UIMessage): Promise<readonly Item[]> {
  const { id, metadata, role } = message;
  const steps = await Promise.all(
    splitSteps(message).map(async (parts) => ({ parts, messages: await messagesOf(role, parts) })),
  );
  const common = { id, role, ...(metadata === undefined ? {} : { metadata }) };
  const items: Item[] = [];
  let stepId = id;
  let step = 0;
  for (const { messages, parts } of withContent(steps))
    for (const [index, content] of messages.entries()) {
      if (content.role !== "tool" && role === "assistant") {
        stepId = `${id}#${step}`;
        step += 1;
      }
      items.push({
        id: content.role === "tool" ? `${stepId}.${content.callId}` : stepId,
        message: {
          ...content,
          adapterMetadata: { ui: toJson({ ...common, parts: index === 0 ? parts : [] }) },
        },
      });
    }
  return items;
}

/** Splits an answer into its steps. */
function splitSteps({ parts, role }: UIMessage): readonly UIMessage["parts"][] {
  if (role !== "assistant") return [parts];
  const steps: UIMessage["parts"][] = [[]];
  for (const part of parts) {
    if (part.type === "step-start") steps.push([]);
    steps.at(-1)?.push(part);
  }
  return steps;
}

async function messagesOf(
  role: UIMessage["role"],
  parts: UIMessage["parts"],
): Promise<readonly Message[]> {
  const messages = await convertToModelMessages([{ role, parts }]);
  return unitsOf(messages)
    .map(({ message }) => toMessage(message))
    .filter(({ parts: content }) => content.length > 0);
}

/** Joins steps without content for the model with the one before, or the first one after. */
function withContent(steps: readonly Step[]): readonly Step[] {
  const joined: Step[] = [];
  const leading: UIMessage["parts"] = [];
  for (const { messages, parts } of steps) {
    const last = joined.at(-1);
    if (messages.length > 0) joined.push({ messages, parts: [...leading.splice(0), ...parts] });
    else (last?.parts ?? leading).push(...parts);
  }
  return joined;
}
