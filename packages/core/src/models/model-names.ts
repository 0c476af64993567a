/** `us.anthropic.` and `anthropic.` on Bedrock. */
const BEDROCK_PREFIX = /^(?:[a-z]{2,}(?:-[a-z]+)?\.){1,2}(?=[a-z])/u;
/** `-v1:0` on Bedrock, `@20250929` on Vertex, `:free` on OpenRouter. */
const HOST_SUFFIX = /(?:-v?\d+:\d+|-v\d+|@[a-z0-9]+|:[a-z]+)$/u;
/** The same model at one time. */
const VERSION = /-(?:latest|preview|\d{8}|\d{4}-\d{2}-\d{2})$/u;

/** Returns the names under which a model may be listed, in small letters, from the one as written to the shortest. */
export function modelNames(model: string): readonly string[] {
  const written = model.toLowerCase();
  const own = written.slice(written.lastIndexOf("/") + 1).replace(HOST_SUFFIX, "");
  const plain = withDashes(own.replace(BEDROCK_PREFIX, ""));
  return [written, withDashes(own), plain, plain.replace(VERSION, "")];
}

/** Some hosts write `claude-opus-4.5`. */
function withDashes(name: string): string {
  return name.startsWith("claude-") ? name.replaceAll(".", "-") : name;
}
