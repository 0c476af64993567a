import { type Item, type Message, textOf } from "@cutpoint/core";

/** Counts the words of texts: a pass that reads every byte and creates strings, without a result that a model could use. */
export function countWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.matchAll(/\w+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

export function textsOf(items: readonly Item[]): readonly string[] {
  return items.map(({ message }) => textOf(message));
}

/** Copies messages and collects the ids of their calls: a view without checks. */
export function copyMessages(messages: readonly Message[]): readonly [number, readonly Message[]] {
  const calls = new Set<string>();
  const copies = messages.map((message) => {
    for (const part of message.parts) if (part.type === "tool-call") calls.add(part.callId);
    return { ...message };
  });
  return [calls.size, copies];
}

/** Adds up numbers of objects, without creating one. */
export function addUp(messages: readonly Message[]): number {
  let sum = 0;
  for (const { parts, role } of messages) sum += parts.length + role.length;
  return sum;
}

/** Awaits ten calls that create an object each. */
export async function awaitCalls(): Promise<number> {
  let sum = 0;
  for (let call = 0; call < 10; call += 1) sum += (await created(call)).call;
  return sum;
}

async function created(call: number): Promise<{ readonly call: number; readonly name: string }> {
  return { call, name: "call" };
}
