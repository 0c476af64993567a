import type { Item, SummaryRequest } from "@cutpoint/core";
import { isUserMessage, removerOf } from "@cutpoint/core/kit";

/** Removes sentences of the user that are rules, which the view lists, or revoked. */
export function withoutRules(request: SummaryRequest): SummaryRequest {
  const { droppedUserText = [], items, revokedRules = [], rules = [], turnPrefix } = request;
  const known = [...rules, ...revokedRules];
  if (known.length === 0) return request;
  const remove = removerOf(known);
  const cut = (list: readonly Item[]): readonly Item[] =>
    list.map((item) => {
      const { message } = item;
      if (message.role !== "user" || !isUserMessage(message)) return item;
      const parts = message.parts.map((part) =>
        part.type === "text" ? { ...part, text: remove(part.text) } : part,
      );
      return { ...item, message: { ...message, parts } };
    });
  return {
    ...request,
    items: cut(items),
    turnPrefix: cut(turnPrefix),
    droppedUserText: cut(droppedUserText),
  };
}
