/**
 * The meaning of a provider's error for the context.
 *
 * `context-overflow`: too many tokens, characters or messages; retry after a compaction only. `payload-too-large`: too
 * many bytes, images, files or pages; retry after a compaction too. `bound-thinking`: reasoning for other messages was
 * refused; retry without signed reasoning. `rate-limit`: retry the same request later. `other`: none of these.
 */
export type ProviderErrorClass =
  | "context-overflow"
  | "bound-thinking"
  | "payload-too-large"
  | "rate-limit"
  | "other";

/** How senders word an error of one class. */
export type Wording = readonly [
  errorClass: ProviderErrorClass,
  sender: string,
  source: string,
  pattern: RegExp,
];

const ANTHROPIC = "https://platform.claude.com/docs/en/api/errors";
const OPENAI = "https://platform.openai.com/docs/guides/error-codes";
const GOOGLE = "https://ai.google.dev/gemini-api/docs/troubleshooting";
const BEDROCK =
  "https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html";

/**
 * Errors that the grammar must not read as a refusal for size. The first row that matches decides.
 *
 * No pattern has an unbounded gap, so that a search takes O(n) time.
 */
export const OTHER_ERRORS: readonly Wording[] = [
  ["bound-thinking", "Anthropic", ANTHROPIC, /\bbound to a different conversation\b/i],
  ["bound-thinking", "Anthropic", ANTHROPIC, /\binvalid `?signature`? in `?thinking`? block\b/i],
  ["rate-limit", "many", OPENAI, /\brate[ _-]?limit/i],
  ["rate-limit", "many", OPENAI, /too many (?:concurrent )?requests|request rate/i],
  ["rate-limit", "Bedrock", BEDROCK, /throttl(?:ing|ed)/i],
  ["rate-limit", "Bedrock", BEDROCK, /too many (?:tokens|requests)[^.\n]{0,40}please wait/i],
  [
    "rate-limit",
    "OpenAI, Groq",
    OPENAI,
    /\btokens?[ _]per[ _](?:second|min|minute|hour|day|week|month)\b/i,
  ],
  [
    "rate-limit",
    "many",
    OPENAI,
    /\bper (?:second|minute|hour|day|week|month)\b|\b(?:daily|weekly|monthly|hourly)\b/i,
  ],
  ["rate-limit", "OpenAI, Groq", OPENAI, /\b[TR]P[MDS]\b/],
  ["rate-limit", "OpenAI, Azure", OPENAI, /\btoken rate\b/i],
  ["rate-limit", "OpenAI, Google", GOOGLE, /\b(?:insufficient_)?quota\b|\busage limit/i],
  ["rate-limit", "Google", GOOGLE, /resource[ _](?:has been )?exhausted/i],
  ["rate-limit", "Azure", OPENAI, /retry[ -]after\b/i],
  ["rate-limit", "OpenAI, Groq", OPENAI, /try again in \d/i],
  [
    "rate-limit",
    "Chinese",
    "https://help.aliyun.com/zh/model-studio/error-code",
    /每分钟|每[日天月秒]|今日|速率|频率|频繁|限流|配额|额度|并发|请求过多/,
  ],
  [
    "rate-limit",
    "Japanese",
    "words",
    /レート制限|毎分|\d ?分あたり|クォータ|利用枠|リクエストが多すぎ|リクエスト数/,
  ],
  ["rate-limit", "Korean", "words", /속도 제한|분당|일일|할당량|요청이 너무 많|요청 수/],
  [
    "rate-limit",
    "German",
    "words",
    /ratenlimit|pro (?:minute|stunde|tag)\b|kontingent|zu viele anfragen|anfragelimit/i,
  ],
  [
    "rate-limit",
    "French",
    "words",
    /limite de débit|par (?:minute|heure|jour|mois)\b|trop de requêtes/i,
  ],
  [
    "rate-limit",
    "Spanish",
    "words",
    /límite de velocidad|por (?:minuto|hora|día)\b|\bcuota\b|demasiadas (?:solicitudes|peticiones)/i,
  ],
  [
    "rate-limit",
    "Portuguese",
    "words",
    /limite de taxa|por (?:minuto|dia)\b|\bcota\b|muitas (?:solicitações|requisições)/i,
  ],
  [
    "rate-limit",
    "Russian",
    "words",
    /лимит\p{L}{0,3} запросов|в (?:минуту|час|день|сутки)|квот|слишком много запросов/iu,
  ],
  ["other", "Bedrock, Google", BEDROCK, /service (?:is )?(?:currently |temporarily )?unavailable/i],
  ["other", "Anthropic", ANTHROPIC, /\boverloaded(?:_error)?\b/i],
  ["other", "many", OPENAI, /\b(?:credits?|billing|balance|payment|budget has been)\b|余额|欠费/i],
  [
    "other",
    "Azure OpenAI",
    "https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter",
    /content[ _](?:management|filter|policy|moderation)|\bsafety\b|\bflagged\b|敏感|审核|ポリシー/i,
  ],
];

/** Refusals for size that the grammar does not reach. */
export const OTHER_REFUSALS: readonly Wording[] = [
  ["payload-too-large", "Anthropic", ANTHROPIC, /request_too_large/i],
  [
    "payload-too-large",
    "OpenAI",
    OPENAI,
    /string_above_max_length"?[\s,"]{0,8}(?:param"?[\s:"]{0,4})?[\w.[\]]{0,60}(?:content|text|output|input|arguments)\b/i,
  ],
];
