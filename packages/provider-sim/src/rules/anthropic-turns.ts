import { type AnthropicBlock, type AnthropicRequest, blocksOf } from "../wire/anthropic-request.ts";

/** A block and its path in the request: `messages.2.content.0`. */
export type PlacedBlock = { readonly block: AnthropicBlock; readonly path: string };

/** Consecutive messages of one role, which Anthropic joins. */
export type Turn = {
  readonly role: string;
  /** Index of its first message. */
  readonly index: number;
  readonly blocks: readonly PlacedBlock[];
};

export function turnsOf(request: AnthropicRequest): readonly Turn[] {
  const turns: { role: string; index: number; blocks: PlacedBlock[] }[] = [];
  for (const [index, message] of request.messages.entries()) {
    const blocks = blocksOf(message).map((block, position) => ({
      block,
      path: `messages.${index}.content.${position}`,
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

/** Returns the results at the beginning of a turn, which answer the calls of the turn before. */
export function leadingResults(turn: Turn | undefined): readonly PlacedBlock[] {
  const blocks = turn?.blocks ?? [];
  const end = blocks.findIndex(({ block }) => block.type !== "tool_result");
  return end === -1 ? blocks : blocks.slice(0, end);
}
