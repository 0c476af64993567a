import { type AnthropicBlock, type AnthropicRequest, blocksOf } from "../wire/anthropic-request.ts";

/** A block and where it was sent: `messages.2.content.0`. */
export type PlacedBlock = { readonly block: AnthropicBlock; readonly path: string };

/** All that one side said in a row: the vendor joins messages of one role. */
export type Turn = {
  readonly role: string;
  /** Of its first message. */
  readonly index: number;
  readonly blocks: readonly PlacedBlock[];
};

export function turnsOf(request: AnthropicRequest): readonly Turn[] {
  const turns: { role: string; index: number; blocks: PlacedBlock[] }[] = [];
  for (const [index, message] of request.messages.entries()) {
    const blocks = blocksOf(message).map((block, place) => ({
      block,
      path: `messages.${index}.content.${place}`,
    }));
    const turn = turns.at(-1);
    if (turn?.role === message.role) turn.blocks.push(...blocks);
    else turns.push({ role: message.role, index, blocks });
  }
  return turns;
}

export function ofType(turn: Turn | undefined, type: string): readonly PlacedBlock[] {
  return (turn?.blocks ?? []).filter(({ block }) => block.type === type);
}

/** Results that answer the turn before: those that nothing else stands before. */
export function answersIn(turn: Turn | undefined): readonly PlacedBlock[] {
  const blocks = turn?.blocks ?? [];
  const end = blocks.findIndex(({ block }) => block.type !== "tool_result");
  return end === -1 ? blocks : blocks.slice(0, end);
}
