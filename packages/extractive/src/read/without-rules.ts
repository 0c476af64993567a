import type { Item, Message, Part, SummaryRequest } from "@cutpoint/core";
import { isUserMessage, withoutStatements } from "@cutpoint/core/kit";

/** Removes sentences of the user that are rules, which the view lists, or revoked. */
export function withoutRules(request: SummaryRequest): SummaryRequest {
  const { droppedUserText = [], items, revokedRules = [], rules = [], turnPrefix } = request;
  const known = [...rules, ...revokedRules];
  if (known.length === 0) return request;
  const cut = (list: readonly Item[]): readonly Item[] =>
    list.map((item) =>
      isUserMessage(item.message) ? { ...item, message: withoutTexts(item.message, known) } : item,
    );
  return {
    ...request,
    items: cut(items),
    turnPrefix: cut(turnPrefix),
    droppedUserText: cut(droppedUserText),
  };
}

function withoutTexts(message: Message, texts: readonly string[]): Message {
  const parts: readonly Part[] = message.parts;
  const rest = parts.map((part) =>
    part.type === "text" ? { ...part, text: withoutStatements(part.text, texts) } : part,
  );
  return { ...message, parts: rest } as Message;
}
