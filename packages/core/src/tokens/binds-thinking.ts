import { getOwn } from "../message/json.ts";
import type { ModelCatalog, ModelLimits } from "./window.ts";

/**
 * Whether a model accepts thinking only after the messages it was made for: from the policy's settings, the catalog, or
 * the model's name.
 *
 * Unknown Claude models are assumed to: leaving thinking out costs little, while invalid thinking makes requests fail.
 *
 * @param settings the policy's settings by exact model name
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
