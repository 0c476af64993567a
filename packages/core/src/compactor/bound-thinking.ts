import type { History } from "../message/history.ts";
import { type Item, newestSaid } from "../message/item.ts";
import { getOwn } from "../message/json.ts";
import { type Request, tailOf } from "../message/request.ts";
import { toolsJson } from "../tokens/usage.ts";
import type { ModelCatalog, ModelLimits } from "../tokens/window.ts";
import { visibleItems } from "../view/boundary.ts";
import { hasSignedReasoning } from "../view/valid-thinking.ts";
import { recordThinking } from "./finalize.ts";
import { policyOf, type ResolvedOptions } from "./resolve-options.ts";

/**
 * Returns the history with a state for the request: a new model, system text or tool list makes earlier signed reasoning
 * invalid. Returns the same history if nothing changes.
 */
export function historyFor(options: ResolvedOptions, history: History, request: Request): History {
  const { model } = request;
  const before = history.state?.thinking;
  if (model === undefined) return history;
  const { models } = policyOf(options, request);
  const binds = (name: string): boolean => bindsThinking(name, models, options.catalog);
  const isBound = binds(model);
  if (before === undefined && !isBound) return history;
  const requestKey = keyOf(options, request, isBound);
  if (requestKey !== null && requestKey === before?.requestKey) return history;
  const isUnused = requestKey === before?.requestKey && isBound === before.isBound;
  if (isUnused && !visibleItems(history).items.some(hasSignedReasoning)) return history;
  const validAfter = before === undefined ? lastUnboundId(history, binds) : newestId(history);
  return recordThinking(history, { requestKey, isBound, validAfter });
}

/** Returns the history without any signed reasoning, after a provider refused it; `null` if there is none. */
export function withoutThinking(
  options: ResolvedOptions,
  history: History,
  request: Request,
): History | null {
  if (!visibleItems(history).items.some(hasSignedReasoning)) return null;
  const { state } = historyFor(options, history, request);
  const requestKey = state?.thinking?.requestKey ?? keyOf(options, request, false);
  return recordThinking(history, { requestKey, isBound: true, validAfter: newestId(history) });
}

/**
 * Whether a model accepts thinking only after the messages it was made for: from the policy's settings, the catalog, or
 * the model's name.
 *
 * Unknown Claude models are assumed to: leaving thinking out costs little, while invalid thinking makes requests fail.
 *
 * @param settings the policy's settings by exact model name
 */
export function bindsThinking(
  model: string,
  settings: Readonly<Record<string, Pick<Partial<ModelLimits>, "bindsThinking">>> = {},
  catalog?: ModelCatalog,
): boolean {
  return (
    getOwn(settings, model)?.bindsThinking ??
    catalog?.(model)?.bindsThinking ??
    /\bclaude/iu.test(model)
  );
}

function newestId({ items }: History): string | null {
  return newestSaid(items)?.id ?? null;
}

/** Returns the newest answer with signed reasoning by a model that does not bind it. Other models reject that reasoning. */
function lastUnboundId(history: History, binds: (model: string) => boolean): string | null {
  const isOfOther = (item: Item): boolean =>
    item.message.role === "assistant" &&
    item.message.model !== undefined &&
    hasSignedReasoning(item) &&
    !binds(item.message.model);
  return visibleItems(history).items.findLast(isOfOther)?.id ?? null;
}

/** The newest key of a compactor, since most checks are about the same request as the one before. */
export type RequestKey = { parts: readonly unknown[]; key: string };

function keyOf({ newestKey }: ResolvedOptions, request: Request, isBound: boolean): string | null {
  if (tailOf(request).length > 0) return null;
  const { model = "", system = "", tools = null } = request;
  const parts = [isBound, model, system, toolsJson(tools) || "null"] as const;
  if (parts.some((part, at) => part !== newestKey.parts[at])) {
    const texts = [isBound, model, system].map((part) => JSON.stringify(part));
    newestKey.parts = parts;
    newestKey.key = hashOf(`[${texts.join(",")},${parts[3]}]`);
  }
  return newestKey.key;
}

const OFFSET_BASES = [0x811c9dc5, 0x01000193] as const;
const PRIME = 0x01000193;

/** FNV-1a over UTF-16 units, twice with different offsets: 64 bits. */
function hashOf(text: string): string {
  let [first, second]: [number, number] = [...OFFSET_BASES];
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    first = Math.imul(first ^ unit, PRIME);
    second = Math.imul(second ^ unit, PRIME);
  }
  return [first, second].map((part) => (part >>> 0).toString(36)).join("-");
}
