import { getOwn } from "../message/json.ts";
import type { ModelCatalog, ModelLimits } from "./window.ts";

/**
 * Whether a model accepts thinking only behind the messages that it was made under: the caller's setting for the model,
 * else the catalog's, else a guess by the name.
 *
 * An unknown Claude model is taken for one that binds. Leaving thinking out costs it little; sending thinking that does
 * not belong there fails every request from then on.
 *
 * @param settings the policy's settings by model name, exact
 */
export function bindsThinking(
  model: string | undefined,
  settings: Readonly<Record<string, Pick<Partial<ModelLimits>, "bindsThinking">>> = {},
  catalog?: ModelCatalog,
): boolean {
  if (model === undefined) return false;
  return (
    getOwn(settings, model)?.bindsThinking ??
    catalog?.(model)?.bindsThinking ??
    /\bclaude/iu.test(model)
  );
}
