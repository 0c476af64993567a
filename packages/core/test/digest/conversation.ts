import type { Item } from "../../src/message/item.ts";
import {
  assistantMessage,
  type Message,
  toolMessage,
  userMessage,
} from "../../src/message/message.ts";

/** Messages as items `m1`, `m2`, … */
export function itemsOf(...messages: readonly (Message | readonly Message[])[]): readonly Item[] {
  return messages.flat().map((message, index) => ({ id: `m${index + 1}`, message }));
}

/** A call and its result. */
export function run(
  name: string,
  values: unknown,
  result: string,
  options: { readonly failed?: boolean; readonly callId?: string; readonly text?: string } = {},
): readonly Message[] {
  const callId = options.callId ?? `call-${name}`;
  const text = typeof values === "string" ? values : JSON.stringify(values);
  return [
    assistantMessage(options.text ?? "", [{ callId, name, arguments: text }]),
    toolMessage({ callId, name }, result, options.failed),
  ];
}

/** A question and its answer, with what was done between. */
export function exchange(
  question: string,
  answer: string,
  ...between: readonly (readonly Message[])[]
): readonly Message[] {
  return [userMessage(question), ...between.flat(), assistantMessage(answer)];
}
