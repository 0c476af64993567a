/** Claude models whose thinking is not bound to the messages before it. All other Claude models bind it. */
const UNBOUND =
  /^claude-(?:[123](?:-|$)|instant|v\d|(?:opus|sonnet|haiku)-4(?:-|$)|(?:opus|sonnet|haiku|fable|mythos)-5(?:-\d{8})?$)/;

/** Claude models that reject `thinking.block_binding`: all before Opus 4.7. */
const REFUSES_BINDING_CONTROLS =
  /^claude-(?:[123](?:-|$)|instant|v\d|opus-4(?:-[0156])?(?:-\d{8})?$|(?:sonnet|haiku)-4(?:-|$))/;

/**
 * Returns whether a model accepts thinking only after the messages that it was created with.
 *
 * It depends on the name only. Using core's table of models would repeat its mistakes in the tests of core.
 */
export function bindsThinking(model: string): boolean {
  const name = claudeName(model);
  return name !== null && !UNBOUND.test(name);
}

/** Returns whether a model accepts the field `thinking.block_binding`. */
export function hasBindingControls(model: string): boolean {
  const name = claudeName(model);
  return name !== null && !REFUSES_BINDING_CONTROLS.test(name);
}

/**
 * Returns Anthropic's name of a Claude model without the prefix and suffix of a cloud provider. `null` for other
 * models.
 */
function claudeName(model: string): string | null {
  const name = /claude-.+/u.exec(model.toLowerCase())?.[0];
  if (name === undefined) return null;
  return name
    .replace(/-v\d+(?::\d+)?$/u, "")
    .replace(/@.*$/su, "")
    .replaceAll(".", "-");
}
