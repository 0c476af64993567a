import { previewOf } from "../intake/preview.ts";
import type { History } from "../message/history.ts";
import { getOwn, isEmpty } from "../message/json.ts";
import { type Part, textOf, toolCalls } from "../message/message.ts";
import type { Request } from "../message/request.ts";
import { ABOVE, type Policy, PREVIEW } from "../plan/policy.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { toolsJson } from "../tokens/usage.ts";

/** New parts by item id. */
export type Replacements = Readonly<Record<string, readonly Part[]>>;

/**
 * Returns previews of the large results that the model has not read yet: those after its last answer. Results that it has
 * read stay as they are, so a prompt cache holds.
 */
export function clampIntake(
  estimator: TokenEstimator,
  history: History,
  request: Request,
  { intake = {}, prune = "none" }: Policy,
): Replacements | null {
  const { above = ABOVE, preview = PREVIEW } = intake;
  const { protectedTools = prune === "none" ? [] : prune.protectedTools } = intake;
  const { items, state } = history;
  const lastAnswer = items.findLastIndex(({ message }) => message.role === "assistant");
  const large = items.slice(lastAnswer + 1).flatMap(({ id, message, pinId }) => {
    if (message.role !== "tool" || protectedTools?.includes(message.name) === true) return [];
    if (pinId !== undefined || getOwn(state?.replacements ?? {}, id) !== undefined) return [];
    return estimator.estimate(message) > above ? [{ id, message }] : [];
  });
  if (large.length === 0) return null;
  const calls = new Map(
    items.flatMap(({ message }) => toolCalls(message)).map((call) => [call.callId, call]),
  );
  const canRecall = /"name":"recall"/u.test(toolsJson(request.tools));
  const replaced = large.flatMap(({ id, message }): [string, readonly Part[]][] => {
    const text = textOf(message);
    const tokens = estimator.estimateText(text);
    if (tokens <= above) return [];
    const { callId } = message;
    const written = calls.get(callId)?.arguments ?? "";
    const shown = previewOf(text, {
      callId,
      written,
      tokens,
      maxTokens: preview,
      canRecall,
      estimator,
    });
    const others = message.parts.filter(({ type }) => type !== "text");
    return [[id, [{ type: "text", text: shown }, ...others]]];
  });
  const replacements = Object.fromEntries(replaced);
  return isEmpty(replacements) ? null : replacements;
}
