import { type History, withState } from "../message/history.ts";
import { getOwn, isEmpty } from "../message/json.ts";
import { type Part, textOf, type ToolCallPart, toolCalls } from "../message/message.ts";
import type { Request } from "../message/request.ts";
import { emptyState } from "../message/state.ts";
import { ABOVE, PREVIEW } from "../plan/policy.ts";
import { policyFor } from "../plan/resolve-policy.ts";
import { toolsJson } from "../tokens/usage.ts";
import { policyOf, type ResolvedOptions } from "./resolve-options.ts";

/** New parts by item id. */
export type Replacements = Readonly<Record<string, readonly Part[]>>;

/**
 * Returns previews of the large results that the model has not read yet: those after its last answer. Results that it has
 * read stay as they are, so a prompt cache holds.
 */
export async function clampIntake(
  options: ResolvedOptions,
  history: History,
  request: Request,
): Promise<Replacements | null> {
  const { estimator } = options;
  const { intake, prune = "none" } = policyFor(policyOf(options, request), request.model);
  if (intake === undefined) return null;
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
  const { previewOf } = await import("../intake/preview.ts");
  const canRecall = /"name":"recall"/u.test(toolsJson(request.tools));
  const replaced = large.flatMap(({ id, message }): [string, readonly Part[]][] => {
    const text = textOf(message);
    const tokens = estimator.estimateText(text);
    if (tokens <= above) return [];
    const { callId } = message;
    const written = callOf(history, callId)?.arguments ?? "";
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

/** Returns a history that shows previews of some results. */
export function withPreviews(history: History, previews: Replacements | null | undefined): History {
  if (previews === null || previews === undefined) return history;
  const before = history.state ?? emptyState();
  return withState(history, { ...before, replacements: { ...before.replacements, ...previews } });
}

function callOf({ items }: History, callId: string): ToolCallPart | undefined {
  for (const { message } of items.toReversed()) {
    const call = toolCalls(message).find((one) => one.callId === callId);
    if (call !== undefined) return call;
  }
  return undefined;
}
