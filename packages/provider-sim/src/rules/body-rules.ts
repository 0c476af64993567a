import { parseJson } from "@cutpoint/core/kit";
import type { RuleViolation, RuleFacts, Vendor } from "./rule.ts";

/** A received body. `text` is empty if the body was longer than allowed. */
export type Body = { readonly bytes: number; readonly text: string };

/** A rule that is checked before the body is parsed. */
export type BodyRule = RuleFacts & {
  readonly vendor: Vendor;
  readonly check: (body: Body, maxBytes: number) => RuleViolation | null;
};

const INVALID_JSON =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)";

export const bodyRules: readonly BodyRule[] = [
  {
    id: "openai/too-many-bytes",
    vendor: "openai",
    refuses: "a body larger than `maxBytes`, with the HTML page of a proxy",
    sources: ["openai/codex#7682", "anomalyco/opencode#12060"],
    check: ({ bytes }, maxBytes) => (bytes > maxBytes ? tooManyBytes("openai") : null),
  },
  {
    id: "openai/invalid-json",
    vendor: "openai",
    refuses: "a body that is not valid JSON",
    sources: ["ChatGPTNextWeb/NextChat#4064", "microsoft/graphrag#2286"],
    check: ({ text }) => (parseJson(text) === undefined ? openaiJsonError() : null),
  },
  {
    id: "openai/lone-surrogate",
    vendor: "openai",
    refuses: "an unpaired surrogate in a text, which strict JSON parsers reject",
    sources: ["anomalyco/opencode#13985", "JohnnyZ93/oai-compatible-copilot#206"],
    check: ({ text }) => (findLoneSurrogate(text) === null ? null : openaiJsonError()),
  },
  {
    id: "anthropic/too-many-bytes",
    vendor: "anthropic",
    refuses: "a body larger than `maxBytes`",
    sources: ["Anthropic documentation: Errors, Request size limits", "anomalyco/opencode#12060"],
    check: ({ bytes }, maxBytes) => (bytes > maxBytes ? tooManyBytes("anthropic") : null),
  },
  {
    id: "anthropic/invalid-json",
    vendor: "anthropic",
    refuses: "a body that is not valid JSON",
    sources: ["anthropics/claude-code#60394", "Anthropic documentation: Errors"],
    check: ({ text }) =>
      parseJson(text) === undefined ? anthropicJsonError("unexpected character", 0) : null,
  },
  {
    id: "anthropic/lone-surrogate",
    vendor: "anthropic",
    refuses: "an unpaired surrogate in a text",
    sources: ["anthropics/claude-code#60394", "anthropics/claude-code#6199"],
    check: ({ text }) => {
      const found = findLoneSurrogate(text);
      if (found === null) return null;
      return anthropicJsonError(`${found.words} in string`, found.position);
    },
  },
];

/** Returns the error for a body that is too large. For OpenAI it is the HTML page of a proxy. */
export function tooManyBytes(vendor: Vendor): RuleViolation {
  return vendor === "openai"
    ? { status: 413, type: "html", message: "413 Request Entity Too Large" }
    : { status: 413, type: "request_too_large", message: "Request exceeds the maximum size" };
}

function openaiJsonError(): RuleViolation {
  return { status: 400, message: INVALID_JSON, param: null, code: null };
}

function anthropicJsonError(what: string, position: number): RuleViolation {
  return {
    status: 400,
    message: `The request body is not valid JSON: ${what}: line 1 column ${position + 1} (char ${position})`,
  };
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/gs;

/**
 * Returns the first escape of an unpaired surrogate and the error message of Anthropic's parser, yyjson.
 *
 * Unpaired surrogates occur only as escapes, because UTF-8 cannot encode them.
 */
function findLoneSurrogate(
  text: string,
): { readonly words: string; readonly position: number } | null {
  let high: number | null = null;
  for (const escape of text.matchAll(ESCAPE)) {
    const unit = escape[1] === undefined ? null : Number.parseInt(escape[1], 16);
    const joins = high !== null && escape.index === high + 6;
    const isLow = unit !== null && unit >= 0xdc00 && unit <= 0xdfff;
    if (high !== null && !(joins && unit !== null))
      return { words: "no low surrogate", position: high };
    if (high !== null && !isLow) return { words: "invalid low surrogate", position: high };
    if (high === null && isLow) return { words: "invalid high surrogate", position: escape.index };
    high = unit !== null && unit >= 0xd800 && unit <= 0xdbff ? escape.index : null;
  }
  return high === null ? null : { words: "no low surrogate", position: high };
}
