import type { Digest } from "../message/digest.ts";
import type { Item } from "../message/item.ts";
import { type Message, type Part, withParts } from "../message/message.ts";

/** Takes secrets out of a text. Pure, and never longer than linear in the text. */
export type Redact = (text: string) => string;

const REDACTED = "[redacted]";

/** Tokens and keys whose form tells what they are; each begins with letters that hardly anything else begins with. */
const SECRETS: RegExp = new RegExp(
  [
    String.raw`-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,8000}?-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----`,
    String.raw`\bsk-(?:ant-|proj-|or-|live-)?[\w-]{16,200}`,
    String.raw`\b(?:sk|rk|pk)_(?:live|test)_\w{16,200}`,
    String.raw`\bgh[oprsu]_\w{30,255}`,
    String.raw`\bgithub_pat_\w{22,255}`,
    String.raw`\bglpat-[\w-]{20,100}`,
    String.raw`\bnpm_[A-Za-z0-9]{36}\b`,
    String.raw`\bxox[abeoprs]-[\w-]{10,250}`,
    String.raw`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
    String.raw`\bAIza[\w-]{35}`,
    String.raw`\bya29\.[\w-]{20,500}`,
    String.raw`\bhf_[A-Za-z0-9]{30,60}\b`,
    String.raw`\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000}`,
  ].join("|"),
  "gu",
);

/** A value that a name, a header or a web address gives away; what stands before the value stays. */
type Named = {
  /** Stands in every text that has such a value, and is found much faster. */
  readonly sign: RegExp;
  readonly value: RegExp;
};

const NAMED: readonly Named[] = [
  {
    sign: /authorization/iu,
    value:
      /\b(authorization\\?["']?\s{0,5}[:=]\s{0,5}\\?["']?(?:bearer|basic|token)\s{1,5})[\w+/.=~-]{8,4000}/giu,
  },
  {
    sign: /key|secret|token|passw|passp/iu,
    value:
      /(?<![a-z0-9])((?:api[_-]?key|access[_-]?key|secret[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|password|passwd|passphrase)\\?["']?\s{0,5}[:=]\s{0,5}\\?["']?)(?!\[redacted\])[^\s"'\\,;<>(){}[\]]{6,2000}/giu,
  },
  {
    sign: /:\/\//u,
    value:
      /\b([a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@"']{1,200}:)(?!\[redacted\])[^\s/@"']{3,200}(?=@)/giu,
  },
];

/**
 * A text in which keys, tokens and passwords are written `[redacted]`: those whose form gives them away (providers' keys,
 * private keys, signed tokens), and values that a name such as `api_key=` or a web address announces. A text without
 * any is returned as it is.
 */
export function redactSecrets(text: string): string {
  let redacted = text.replace(SECRETS, REDACTED);
  for (const { sign, value } of NAMED)
    if (sign.test(redacted)) redacted = redacted.replace(value, `$1${REDACTED}`);
  return redacted;
}

/** Removes secrets from whatever is given to a summarizer. */
export type Redactor = {
  readonly text: Redact;
  /** Returns the same item if it has no secrets. */
  readonly item: (item: Item) => Item;
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
    digest: (digest) => redactDigest(digest, text),
  };
}

/** An item without secrets in its texts, reasoning and arguments; the same item where there are none. */
function redactItem(item: Item, redact: Redact): Item {
  const message = redactMessage(item.message, redact);
  return message === item.message ? item : { ...item, message };
}

function redactMessage(message: Message, redact: Redact): Message {
  const before: readonly Part[] = message.parts;
  const parts = before.map((part) => redactPart(part, redact));
  return parts.every((part, index) => part === before[index]) ? message : withParts(message, parts);
}

function redactPart(part: Part, redact: Redact): Part {
  switch (part.type) {
    case "text":
    case "reasoning": {
      const text = redact(part.text);
      if (text === part.text) return part;
      return part.type === "text" ? { ...part, text } : { type: "reasoning", text };
    }
    case "tool-call": {
      const given = redact(part.arguments);
      return given === part.arguments ? part : { ...part, arguments: given };
    }
    case "file":
    case "other":
      return part;
  }
}

/** A digest without secrets in any of its texts. */
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
