import { type Redact, redactSecrets } from "@cutpoint/redact";
import type { Digest } from "../message/digest.ts";
import type { Item } from "../message/item.ts";
import { type Part, withParts } from "../message/message.ts";

/** Removes secrets from the input of a summarizer. */
export type Redactor = {
  readonly text: Redact;
  /** Returns the same item if it has no secrets. */
  readonly item: (item: Item) => Item;
  readonly part: (part: Part) => Part;
  readonly digest: (digest: Digest) => Digest;
};

/** Creates a redactor. If `redact` throws, its error is passed to `onError` and {@link redactSecrets} is used. */
export function createRedactor(
  redact: Redact = redactSecrets,
  onError: (error: unknown) => void = () => undefined,
): Redactor {
  const text: Redact = (given) => {
    try {
      const redacted: unknown = redact(given);
      if (typeof redacted === "string") return redacted;
      throw new TypeError(`redact returned ${typeof redacted}: expected a string`);
    } catch (error) {
      onError(error);
      return redactSecrets(given);
    }
  };
  return {
    text,
    item: (item) => redactItem(item, text),
    part: (part) => redactPart(part, text),
    digest: (digest) => redactDigest(digest, text),
  };
}

function redactItem(item: Item, redact: Redact): Item {
  const before: readonly Part[] = item.message.parts;
  const parts = before.map((part) => redactPart(part, redact));
  const isSame = parts.every((part, index) => part === before[index]);
  const message = isSame ? item.message : withParts(item.message, parts);
  const name = message.role === "tool" ? redact(message.name) : "";
  if (message.role === "tool" && name !== message.name)
    return { ...item, message: { ...message, name } };
  return isSame ? item : { ...item, message };
}

function redactPart(part: Part, redact: Redact): Part {
  if (part.type === "tool-call") {
    const [given, name] = [redact(part.arguments), redact(part.name)];
    const isSame = given === part.arguments && name === part.name;
    return isSame ? part : { ...part, arguments: given, name };
  }
  if (part.type === "file" && part.name !== undefined) {
    const name = redact(part.name);
    return name === part.name ? part : { ...part, name };
  }
  if (part.type !== "text" && part.type !== "reasoning") return part;
  const text = redact(part.text);
  if (text === part.text) return part;
  return part.type === "text" ? { ...part, text } : { type: "reasoning", text };
}

function redactDigest(digest: Digest, redact: Redact): Digest {
  const all = (texts: readonly string[]): readonly string[] => texts.map(redact);
  const { artifacts, commands, filesModified, filesRead, hidden, searches, ...rest } = digest;
  return {
    ...rest,
    filesRead: all(filesRead),
    filesModified: all(filesModified),
    artifacts: artifacts.map((artifact) => ({
      ...artifact,
      path: redact(artifact.path),
      sourcesUsed: all(artifact.sourcesUsed),
    })),
    searches: searches.map((search) => ({
      ...search,
      query: redact(search.query),
      paths: all(search.paths),
    })),
    commands: commands.map((run) => ({
      ...run,
      command: redact(run.command),
      files: all(run.files),
    })),
    hidden: hidden.map((record) => ({ ...record, replacement: redact(record.replacement) })),
  };
}
