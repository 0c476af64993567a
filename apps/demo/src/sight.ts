import type { ChatMessage } from "./chat.ts";

/** A tool call to make. */
export type ToolRequest = { readonly name: string; readonly arguments: string };

/** The current question. */
type AskedQuestion = { readonly number: number; readonly text: string };

/** The content of one request. Nothing is remembered from earlier requests. */
export type Sight = {
  readonly question: AskedQuestion | null;
  /** Returns the newest visible result of a call, or `null`. */
  readonly result: (call: ToolRequest) => string | null;
  /** Returns the finding of a question, if a message that is not a tool result contains it. */
  readonly finding: (number: number) => string | null;
};

export function createSight(messages: readonly ChatMessage[]): Sight {
  const results = visibleResults(messages);
  const words = messages.flatMap((message) =>
    message.role === "tool" || message.content === null ? [] : [message.content],
  );
  return {
    question: newestQuestion(messages),
    result: ({ name, arguments: text }) => results.get(`${name} ${text}`) ?? null,
    finding: (number) => statementOf(words, number),
  };
}

/**
 * Returns the sentence after `Finding N:` in one of the texts. A truncated sentence does not count. A summary may have
 * another finding on the same line, after an ellipsis.
 */
export function statementOf(texts: readonly string[], number: number): string | null {
  const pattern = new RegExp(`Finding ${number}: ([^\\n]*?\\.)(?:\\s*$|(?=\\n)| … Finding )`, "m");
  for (const text of texts.toReversed()) {
    const statement = pattern.exec(text)?.[1];
    if (statement !== undefined) return statement;
  }
  return null;
}

function visibleResults(messages: readonly ChatMessage[]): ReadonlyMap<string, string> {
  const calls = new Map<string, string>();
  const results = new Map<string, string>();
  for (const message of messages) {
    if (message.role === "assistant")
      for (const { id, function: called } of message.tool_calls ?? [])
        calls.set(id, `${called.name} ${called.arguments}`);
    if (message.role !== "tool") continue;
    const call = calls.get(message.tool_call_id);
    if (call !== undefined) results.set(call, message.content);
  }
  return results;
}

/** The newest question has the highest number, since a compaction may move it. */
function newestQuestion(messages: readonly ChatMessage[]): AskedQuestion | null {
  let newest: AskedQuestion | null = null;
  for (const message of messages) {
    if (message.role !== "user") continue;
    for (const [, digits, text = ""] of message.content.matchAll(
      /Question (\d+): ([^\n]*?\?)(?!\w)/g,
    )) {
      const number = Number(digits);
      if (newest === null || number >= newest.number) newest = { number, text };
    }
  }
  return newest;
}
