/** Claude models whose thinking is not bound to the messages before it; every other Claude model binds it. */
const UNBOUND =
  /^claude-(?:[123](?:-|$)|instant|v\d|(?:opus|sonnet|haiku)-4(?:-|$)|(?:opus|sonnet|haiku|fable|mythos)-5(?:-\d{8})?$)/;

/** Claude models that refuse `thinking.block_binding`: all before Opus 4.7. */
const REFUSES_BINDING_CONTROLS =
  /^claude-(?:[123](?:-|$)|instant|v\d|opus-4(?:-[0156])?(?:-\d{8})?$|(?:sonnet|haiku)-4(?:-|$))/;

/**
 * Whether a model accepts thinking only behind the messages that it was made under.
 *
 * Decided by the name alone, and not by the table of models in core: a provider that asked the same table as the code
 * under test would repeat its mistakes.
 */
export function bindsThinking(model: string): boolean {
  const name = claudeName(model);
  return name !== null && !UNBOUND.test(name);
}

/** Whether a model knows the field `thinking.block_binding`. */
export function hasBindingControls(model: string): boolean {
  const name = claudeName(model);
  return name !== null && !REFUSES_BINDING_CONTROLS.test(name);
}

/** The vendor's own name of a Claude model, without what a host writes before and after it; `null` for others. */
function claudeName(model: string): string | null {
  const name = /claude-.+/u.exec(model.toLowerCase())?.[0];
  if (name === undefined) return null;
  return name
    .replace(/-v\d+(?::\d+)?$/u, "")
    .replace(/@.*$/u, "")
    .replaceAll(".", "-");
}
