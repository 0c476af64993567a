import { errorsIn } from "./error-parts.ts";

/** How providers report the limit and the size of a request; each pattern names `limit` and `asked`. */
const NUMBER_WORDINGS: readonly RegExp[] = [
  /(?<asked>[\d,]{3,13}) tokens? > (?<limit>[\d,]{3,13}) maximum/i,
  /(?<asked>[\d,]{3,13}) \+ (?<more>[\d,]{3,13}) > (?<limit>[\d,]{3,13})/,
  /(?:tokens|length|count) \(?(?:of )?(?<asked>[\d,]{3,13})\)? (?:has )?(?:exceeds?|exceeded|greater than) [^.\d\n]{0,60}?\(?(?<limit>[\d,]{3,13})/i,
  /\((?:total length )?(?<asked>[\d,]{3,13})(?: tokens)?\) is (?:longer|too long)[^.\d\n]{0,60}(?<limit>[\d,]{3,13})/i,
  /\((?<asked>[\d,]{3,13})\) exceeds the maximum number of tokens allowed \((?<limit>[\d,]{3,13})\)/i,
  /maximum (?:context|prompt) length is (?<limit>[\d,]{3,13})[^\d\n]{1,60}?(?:requested|contains)[^\d\n]{0,20}(?<asked>[\d,]{3,13}) tokens/i,
  /limit of (?<limit>[\d,]{3,13}) tokens\.[^.\d\n]{0,40}resulted in (?<asked>[\d,]{3,13})/i,
  /token limit: (?<limit>[\d,]{3,13}) \(requested: (?<asked>[\d,]{3,13})\)/i,
  /contains (?<asked>[\d,]{3,13}) tokens[^.\n]{0,60}with (?<limit>[\d,]{3,13}) maximum context length/i,
  /prompt has (?<asked>[\d,]{3,13}) tokens[^\d\n]{0,60}size is (?<limit>[\d,]{3,13}) tokens/i,
  /cannot exceed (?<limit>[\d,]{3,13}) - received (?<asked>[\d,]{3,13})/i,
  /"n_prompt_tokens": ?(?<asked>\d{1,13}), ?"n_ctx": ?(?<limit>\d{1,13})/,
  /first (?<asked>[\d,]{3,13}) tokens[^\d\n]{0,120}context length of only (?<limit>[\d,]{3,13})/i,
  /maximum (?:context|prompt) length is (?<limit>[\d,]{3,13})/i,
];

/** Other numbers are not the window of a model. */
const LIMITS = { least: 256, most: 100_000_000 } as const;

/** Returns the limit that an overflow error reports; `null` if it reports none. */
export function readReportedLimit(error: unknown): ReportedLimit | null {
  for (const { text } of errorsIn(error)) {
    for (const wording of NUMBER_WORDINGS) {
      const { limit, asked, more } = wording.exec(text)?.groups ?? {};
      const limitTokens = numberOf(limit);
      if (limitTokens < LIMITS.least || limitTokens > LIMITS.most) continue;
      const askedTokens = numberOf(asked) + numberOf(more);
      return { limitTokens, askedTokens: askedTokens > limitTokens ? askedTokens : null };
    }
  }
  return null;
}

function numberOf(digits: string | undefined): number {
  return Number(digits?.replaceAll(",", "") ?? "0");
}

/** The limit that a provider reported for a request, in its own tokens. */
export type ReportedLimit = {
  readonly limitTokens: number;
  /** The size of the request; `null` if it was not reported. */
  readonly askedTokens: number | null;
};
