import { type Kind, WORDS } from "./words.ts";

/** A word, number or sign of a text, with its place. */
export type Token = {
  readonly kind: Kind | "number" | "plus" | "above" | "atMost" | "stop";
  readonly start: number;
  readonly end: number;
  /** Of a number. Sizes such as `5 MB` are in bytes. */
  readonly value: number;
  readonly isBytes: boolean;
};

/** Providers put the reason at the start of a text. */
const MOST_CHARACTERS = 4_000;

const SIGNS = [
  [
    "number",
    String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}]|\d)\d+(?:\.\d{1,2})?(?: ?(?:[kmg]i?b|k|m)(?!\p{L}))?`,
  ],
  ["plus", String.raw`\+`],
  ["atMost", "<=|≤"],
  ["above", "[>≥]"],
  ["stop", String.raw`[!?。;\n]|\.(?=\s|$)`],
] as const;

const KINDS = [...SIGNS.map(([kind]) => kind), ...WORDS.map(([kind]) => kind)];

/** Words of these languages are not separated by spaces. */
const UNSEPARATED = new Set(["zh", "ja", "ko"]);

let known: RegExp | undefined;

/** Creates the pattern of all words at the first use, since it takes longer than an import. */
const pattern = (): RegExp =>
  (known ??= new RegExp(
    [
      ...SIGNS.map(([, pattern]) => `(${pattern})`),
      ...WORDS.map(([, language, words]) => {
        const pattern = words.replaceAll("~", String.raw`\p{L}{0,16}`);
        return UNSEPARATED.has(language)
          ? `(${pattern})`
          : String.raw`((?<![\p{L}\d])(?:${pattern})(?!\p{L}))`;
      }),
    ].join("|"),
    "gu",
  ));

/** A field of a request: with an index, or in quotation marks. */
const FIELD =
  /['"`]?\b[A-Za-z]\w{0,40}(?:\.\w{1,40}){0,4}(?:\[\d{1,6}\]|\.\d{1,6}(?=[.\]'"`:\s]))(?:\[\d{1,6}\]|\.\w{1,40}){0,12}['"`]?|\b(?:invalid|field|param(?:eter)?|property) ?[:=]? ?['"`][\w.]{1,80}['"`]|['"`][a-z]\w{0,40}(?:\.\w{1,40}){1,6}['"`]/gi;
const TEXT_FIELD =
  /(?:content|text|input|output|arguments|prompt|messages?|contents|parts|conversation)['"`]?$/i;
const DATA_FIELD = /(?:data|base64|source|url|image_url|file)['"`]?$/i;

const MAX_TOKENS = /\bmax(?:imum)?[_-]?(?:new|completion|output)?[_-]?tokens?\b/gi;
const CAMEL_MAX_TOKENS = /\bmax(?:New|Completion|Output)?Tokens\b/g;

/** Returns a text in the form in which it is scanned: lower case, words separated, numbers without separators. */
export function plainText(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, " ")
    .replaceAll(/&(gt|lt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? " ")
    .normalize("NFKC")
    .slice(0, MOST_CHARACTERS)
    .replaceAll(FIELD, (field) =>
      DATA_FIELD.test(field) ? " " : TEXT_FIELD.test(field) ? " input " : " parameter ",
    )
    .replaceAll(/['"]\w{1,30}['"] ?: ?/g, "; ")
    .replaceAll(CAMEL_MAX_TOKENS, " maxtokens ")
    .replaceAll(/(?<=[a-z\d])(?=[A-Z][a-z])/g, " ")
    .toLowerCase()
    .replaceAll(/\bmax(?:imum)?[ ](?=tokens?['"`])/g, "max_")
    .replaceAll(MAX_TOKENS, " maxtokens ")
    .replaceAll(/(?<=\p{L})[_-](?=\p{L})/gu, " ")
    .replaceAll(/(?<=\d)-(?=\p{L})/gu, " ")
    .replaceAll(/(?<=(?<!\d)\d{1,3}(?:[,._'’  ]\d{3}){0,3})[,._'’  ](?=\d{3}(?!\d))/g, "")
    .replaceAll(/ {2,}/g, " ");
}

const ENTITIES: Readonly<Record<string, string>> = { gt: ">", lt: "<", amp: "&", quot: '"' };

/** Returns the tokens of a plain text, in order. */
export function scan(text: string): readonly Token[] {
  const tokens = readTokens(text);
  return tokens.map((token, place) => {
    const before = tokens[place - 1];
    const isCounted =
      before !== undefined && COUNTING.has(before.kind) && token.start - before.end < 3;
    const isMessages =
      isCounted && token.kind === "input" && MESSAGES.test(text.slice(token.start));
    return isMessages ? { ...token, kind: "messages" } : token;
  });
}

/** `100 messages`, `too many messages` */
const MESSAGES = /^(?:messages?|nachrichten|mensajes|mensagens|сообщени\p{L}*)(?! tokens?)/u;
const COUNTING: ReadonlySet<string> = new Set(["number", "many", "more"]);

function readTokens(text: string): readonly Token[] {
  return Array.from(text.matchAll(pattern()), (match) => {
    const kind = KINDS[match.findIndex((group, place) => place > 0 && group !== undefined) - 1];
    const [word] = match;
    const { value, isBytes } = kind === "number" ? readNumber(word) : { value: 0, isBytes: false };
    return {
      kind: kind ?? "stop",
      start: match.index,
      end: match.index + word.length,
      value,
      isBytes,
    };
  });
}

const SCALES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000, g: 1_000_000_000 };

function readNumber(word: string): { readonly value: number; readonly isBytes: boolean } {
  const digits = Number.parseFloat(word);
  const unit = word.replace(/^[\d. ]+/, "");
  const isBytes = unit.endsWith("b");
  const scale = SCALES[unit.charAt(0)] ?? 1;
  const binary: number = isBytes ? 1024 ** Math.round(Math.log10(scale) / 3) : scale;
  return { value: Math.round(digits * binary), isBytes };
}
