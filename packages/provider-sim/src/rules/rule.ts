import type { Memory } from "../memory.ts";

export type Vendor = "openai" | "anthropic";

export type EndpointName =
  | "openai-chat"
  | "openai-responses"
  | "openai-responses-compact"
  | "anthropic-messages"
  | "anthropic-count-tokens";

/** The description of a rule, as printed by `--rules`. */
export type RuleFacts = {
  /** Endpoint or vendor, then the name of the rule: `openai-chat/orphan-result`. */
  readonly id: string;
  /** What is rejected, as a phrase. */
  readonly refuses: string;
  /** Sources of the rule or its message: `owner/repository#number`, or the title of a documentation page. */
  readonly sources: readonly string[];
};

/** The vendor's error for a broken rule. */
export type RuleViolation = {
  readonly status: number;
  readonly message: string;
  /** Default: `invalid_request_error`. */
  readonly type?: string;
  /** The field that OpenAI names. */
  readonly param?: string | null;
  /** A code for OpenAI, a number for vLLM. */
  readonly code?: string | number | null;
};

/** The context in which a rule is checked. */
export type RuleContext = {
  /** Counts the tokens of the request. Call it last, because counting is the most expensive check. */
  readonly tokens: () => number;
  readonly windowTokens: number;
  readonly memory: Memory;
};

/** A rule with its check. */
export type Rule<Request> = RuleFacts & {
  /** Returns the error, or only its message if the status is 400. */
  readonly check: (request: Request, context: RuleContext) => RuleViolation | string | null;
};

/** A broken rule. */
export type Refusal = { readonly rule: string; readonly violation: RuleViolation };

/** Returns the first rule that a request breaks. */
export function firstRefusal<Request>(
  rules: readonly Rule<Request>[],
  request: Request,
  context: RuleContext,
): Refusal | null {
  for (const rule of rules) {
    const found = rule.check(request, context);
    const violation = typeof found === "string" ? { status: 400, message: found } : found;
    if (violation !== null) return { rule: rule.id, violation };
  }
  return null;
}
