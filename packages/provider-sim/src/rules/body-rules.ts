import type { RuleViolation, RuleFacts, Vendor } from "./rule.ts";

/** A body as it came over the wire; `text` is empty where it was longer than allowed. */
export type Body = { readonly bytes: number; readonly text: string };

/** A rule that is checked before the body is understood. */
export type BodyRule = RuleFacts & {
  readonly vendor: Vendor;
  readonly breach: (body: Body, maxBytes: number) => RuleViolation | null;
};

const NO_JSON =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)";

export const bodyRules: readonly BodyRule[] = [
  {
    id: "openai/too-many-bytes",
    vendor: "openai",
    refuses: "a body larger than `maxBytes`, with the page of the proxy in front",
    sources: ["openai/codex#7682", "anomalyco/opencode#12060"],
    breach: ({ bytes }, maxBytes) => (bytes > maxBytes ? tooManyBytes("openai") : null),
  },
  {
    id: "openai/invalid-json",
    vendor: "openai",
    refuses: "a body that is no JSON",
    sources: ["ChatGPTNextWeb/NextChat#4064", "microsoft/graphrag#2286"],
    breach: ({ text }) => (parses(text) ? null : unreadableForOpenAI()),
  },
  {
    id: "openai/lone-surrogate",
    vendor: "openai",
    refuses: "half of a surrogate pair in a text, which no strict reader takes for JSON",
    sources: ["anomalyco/opencode#13985", "JohnnyZ93/oai-compatible-copilot#206"],
    breach: ({ text }) => (loneSurrogate(text) === null ? null : unreadableForOpenAI()),
  },
  {
    id: "anthropic/too-many-bytes",
    vendor: "anthropic",
    refuses: "a body larger than `maxBytes`",
    sources: ["Anthropic documentation: Errors, Request size limits", "anomalyco/opencode#12060"],
    breach: ({ bytes }, maxBytes) => (bytes > maxBytes ? tooManyBytes("anthropic") : null),
  },
  {
    id: "anthropic/invalid-json",
    vendor: "anthropic",
    refuses: "a body that is no JSON",
    sources: ["anthropics/claude-code#60394", "Anthropic documentation: Errors"],
    breach: ({ text }) => (parses(text) ? null : unreadableForAnthropic("unexpected character", 0)),
  },
  {
    id: "anthropic/lone-surrogate",
    vendor: "anthropic",
    refuses: "half of a surrogate pair in a text",
    sources: ["anthropics/claude-code#60394", "anthropics/claude-code#6199"],
    breach: ({ text }) => {
      const found = loneSurrogate(text);
      if (found === null) return null;
      return unreadableForAnthropic(`${found.words} in string`, found.place);
    },
  },
];

/** At OpenAI the proxy in front answers, with a page. */
export function tooManyBytes(vendor: Vendor): RuleViolation {
  return vendor === "openai"
    ? { status: 413, type: "html", message: "413 Request Entity Too Large" }
    : { status: 413, type: "request_too_large", message: "Request exceeds the maximum size" };
}

function unreadableForOpenAI(): RuleViolation {
  return { status: 400, message: NO_JSON, param: null, code: null };
}

function unreadableForAnthropic(what: string, place: number): RuleViolation {
  return {
    status: 400,
    message: `The request body is not valid JSON: ${what}: line 1 column ${place + 1} (char ${place})`,
  };
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/gs;

/**
 * The first escape that stands for half of a pair, in the words of the reader that Anthropic uses (yyjson's). Half
 * pairs only come as escapes: there are no bytes for them in UTF-8.
 */
function loneSurrogate(text: string): { readonly words: string; readonly place: number } | null {
  let high: number | null = null;
  for (const escape of text.matchAll(ESCAPE)) {
    const unit = escape[1] === undefined ? null : Number.parseInt(escape[1], 16);
    const joins = high !== null && escape.index === high + 6;
    const isLow = unit !== null && unit >= 0xdc00 && unit <= 0xdfff;
    if (high !== null && !(joins && unit !== null))
      return { words: "no low surrogate", place: high };
    if (high !== null && !isLow) return { words: "invalid low surrogate", place: high };
    if (high === null && isLow) return { words: "invalid high surrogate", place: escape.index };
    high = unit !== null && unit >= 0xd800 && unit <= 0xdbff ? escape.index : null;
  }
  return high === null ? null : { words: "no low surrogate", place: high };
}
