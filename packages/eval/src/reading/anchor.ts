/** Type of an exact token. */
export type AnchorType =
  | "path"
  | "url"
  | "email"
  | "uuid"
  | "hash"
  | "error-code"
  | "version"
  | "date"
  | "identifier"
  | "mixed-id"
  | "number"
  | "phrase";

/** Exact token that should be kept verbatim. */
export type Anchor = { readonly text: string; readonly type: AnchorType };

const LONGEST = 200;
const URL = /https?:\/\/[^\s"'`<>()[\]{}\\]{1,300}/gu;
const PHRASE = /"([^"\n\\]{5,80})"|`([^`\n]{5,80})`/gu;
const NUMBER = /\$\d[\d,]*(?:\.\d+)?|(?<![\w.,/-])\d{1,3}(?:,\d{3})+(?![\w,])/gu;
const CHUNK = /[\p{L}\p{N}_@~./\\-]{2,}/gu;
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|json[c5l]?|md|mdx|go|rs|py|rb|java|kt|swift|c|cc|cpp|h|hpp|cs|php|sh|bash|zsh|ya?ml|toml|lock|css|scss|html?|xml|svg|png|jpe?g|gif|pdf|txt|log|sql|env|ini|cfg|conf|csv|tsv|gz|zip|tar|vue|svelte|proto|mod|sum|snap|plist|gradle|wasm)$/iu;

/** Returns the distinct exact tokens of a text, in order. */
export function anchorsIn(text: string): readonly Anchor[] {
  const found = new Map<string, AnchorType>();
  const add = (anchor: string, type: AnchorType): void => {
    if (anchor.length <= LONGEST && !found.has(anchor)) found.set(anchor, type);
  };
  for (const [url] of text.matchAll(URL))
    add(url.replace(/(?<![.,;:!?/#*_-])[.,;:!?/#*_-]+$/u, ""), "url");
  for (const match of text.matchAll(PHRASE)) {
    const phrase = (match[1] ?? match[2] ?? "").trim();
    if (isSeveralWords(phrase)) add(phrase, "phrase");
  }
  for (const [number] of text.matchAll(NUMBER)) if (/\d{2}|\$/u.test(number)) add(number, "number");
  for (const [chunk] of text.replaceAll(URL, " ").matchAll(CHUNK)) addChunk(chunk, add);
  return [...found].map(([anchor, type]) => ({ text: anchor, type }));
}

function isSeveralWords(phrase: string): boolean {
  const word = phrase.search(/\p{L}{2}/u);
  const rest = word === -1 ? "" : phrase.slice(word);
  const blank = rest.search(/\s/u);
  return blank !== -1 && /\p{L}{2}/u.test(rest.slice(blank));
}

function addChunk(chunk: string, add: (anchor: string, type: AnchorType) => void): void {
  const word = chunk
    .replace(/^(?:\.\/|[-\\@]|\.+(?![\w/]))+/u, "")
    .replace(/(?<![-./\\~@])[-./\\~@]+$/u, "");
  if (word.length < 3) return;
  if (isPath(word)) return add(word, "path");
  const parts = word.split(/[/\\]/u);
  if (parts.length > 1) {
    for (const part of parts) if (part.length > 2) addChunk(part, add);
    return;
  }
  const type = wordType(word);
  if (type !== null) return add(word, type);
  if (!word.includes(".") || !/^[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}_][\p{L}\p{N}_-]*)+$/u.test(word))
    return;
  const named = word.split(".").filter((part) => part.length > 2 && wordType(part) !== null);
  if (named.length === 0) add(word, "identifier");
  for (const part of named) add(part, wordType(part) ?? "identifier");
}

function isPath(word: string): boolean {
  if (!/[\p{L}]{2}/u.test(word) || word.includes("@")) return false;
  if (FILE_ENDING.test(word)) return true;
  const slashes = word.split(/[/\\]/u).length - 1;
  if (slashes === 0) return /^\.[a-z][\w.-]*(?:rc|ignore|config)$/u.test(word);
  if (/^(?:[~.]{0,2}|[A-Za-z]:)[/\\]/u.test(word)) return word.length > 4;
  return slashes > 1
    ? !/^[\p{L}]{1,4}(?:\/[\p{L}]{1,4})+$/u.test(word)
    : /[\w][._-][\w]|[/\\]\./u.test(word);
}

/** Patterns for words without slashes. The first match decides. */
const WORD_TYPES: readonly (readonly [AnchorType, RegExp])[] = [
  ["email", /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u],
  ["uuid", /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu],
  ["date", /^\d{4}-\d{2}-\d{2}(?:T[\d.]+Z?)?$/u],
  ["version", /^v?\d+\.\d+\.\d+(?:[-.][\w.-]+)?$|^v\d+\.\d+$/u],
  ["number", /^\d{4,}(?:\.\d+)?$/u],
  ["hash", /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}$/u],
  ["error-code", /^E[A-Z]{4,}$|^[A-Z]{1,4}-?\d{3,5}$/u],
  ["identifier", /^[\p{L}\p{N}]+_[\p{L}\p{N}_]*[\p{L}\p{N}]$|^_+\p{L}[\p{L}\p{N}_]{2,}$/u],
  [
    "identifier",
    /^\p{Lu}?[\p{Ll}\p{N}]+\p{Lu}[\p{Lu}\p{Ll}\p{N}]*$|^\p{Lu}{2,}\p{Ll}[\p{L}\p{N}]*$/u,
  ],
  ["mixed-id", /^(?=.*\p{L})(?=.*\d)[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*$/u],
];

function wordType(word: string): AnchorType | null {
  for (const [type, pattern] of WORD_TYPES) if (pattern.test(word)) return type;
  return null;
}
