import { findToolName } from "../../unit-format.ts";
import type { JsonObject } from "../wire-format.ts";

/** A content block. Other fields are kept unchanged. */
export type AnthropicBlock = { readonly type: string } & JsonObject;

/** A message of Anthropic Messages. Other roles and fields are kept unchanged. */
export type AnthropicMessage = {
  readonly role: string;
  readonly content: string | readonly { readonly type: string }[];
};

/**
 * The part of a request that is one item: a message, one tool result, or the content between results.
 *
 * Anthropic expects the results of all calls of an answer in one message; they are separate results, so that each can be truncated.
 */
export type AnthropicUnit = {
  readonly message: AnthropicMessage;
  /** Whether it belongs to the same message of the request as the unit before it. */
  readonly continues: boolean;
  /** The name of the tool, for a result. */
  readonly toolName?: string;
};

/** Splits messages into units. */
export function unitsOf(
  messages: readonly AnthropicMessage[],
  start = 0,
): readonly AnthropicUnit[] {
  const names = new Map<AnthropicMessage, ReadonlyMap<unknown, string>>();
  const namesIn = (message: AnthropicMessage): ReadonlyMap<unknown, string> => {
    const known = names.get(message) ?? calledNames(message);
    names.set(message, known);
    return known;
  };
  return messages.slice(start).flatMap((message, index): readonly AnthropicUnit[] => {
    if (typeof message.content === "string") return [{ message, continues: false }];
    const runs = splitResults(message);
    return runs.map((content, run) => {
      const unit = {
        message: runs.length === 1 ? message : { ...message, content },
        continues: run > 0,
      };
      const [block] = content;
      const name = isResult(block)
        ? findToolName(messages, start + index + 1, (before) =>
            namesIn(before).get(block["tool_use_id"]),
          )
        : undefined;
      return name === undefined ? unit : { ...unit, toolName: name };
    });
  });
}

/** Returns the names of the tools that a message calls, by the ids of the calls. */
function calledNames(message: AnthropicMessage): ReadonlyMap<unknown, string> {
  if (typeof message.content === "string") return new Map();
  return new Map(
    blocksOf(message).flatMap(({ id, name, type }): [unknown, string][] =>
      type === "tool_use" && typeof name === "string" && name !== "" ? [[id, name]] : [],
    ),
  );
}

/** Splits the content of a message, so that each result is alone. */
function splitResults(message: AnthropicMessage): readonly (readonly AnthropicBlock[])[] {
  const runs: AnthropicBlock[][] = [];
  for (const block of blocksOf(message)) {
    const run = runs.at(-1);
    if (run === undefined || (message.role === "user" && (isResult(block) || isResult(run[0]))))
      runs.push([block]);
    else run.push(block);
  }
  return runs.length === 0 ? [[]] : runs;
}

/** Whether a block is the result of a call that it names. */
export function isResult(block: AnthropicBlock | undefined): block is AnthropicBlock {
  return block?.type === "tool_result" && (block["tool_use_id"] ?? "") !== "";
}

/** Joins units to messages. Results of users that follow each other become one message, as the API expects. */
export function messagesOf(units: readonly AnthropicUnit[]): readonly AnthropicMessage[] {
  const messages: AnthropicMessage[] = [];
  let previous: AnthropicUnit | undefined;
  for (const unit of units) {
    const last = messages.at(-1);
    const isJoined =
      unit.continues || (isResultUnit(unit) && previous !== undefined && isResultUnit(previous));
    if (isJoined && last !== undefined && last.role === unit.message.role)
      messages[messages.length - 1] = {
        ...last,
        content: [...blocksOf(last), ...blocksOf(unit.message)],
      };
    else messages.push(unit.message);
    previous = unit;
  }
  return messages;
}

function isResultUnit({ message }: AnthropicUnit): boolean {
  return message.role === "user" && isResult(blocksOf(message)[0]);
}

/** Returns the blocks of a message. A string is one text block. */
export function blocksOf({ content }: AnthropicMessage): readonly AnthropicBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
