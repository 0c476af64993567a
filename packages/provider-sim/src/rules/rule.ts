import type { Memory } from "../memory.ts";

export type Vendor = "openai" | "anthropic";

export type EndpointName =
  | "openai-chat"
  | "openai-responses"
  | "openai-responses-compact"
  | "anthropic-messages"
  | "anthropic-count-tokens";

/** What is known of a rule, to be read and printed. */
export type RuleFacts = {
  /** Its endpoint or vendor, then its own name: `openai-chat/orphan-result`. */
  readonly id: string;
  /** What is refused, as a phrase. */
  readonly refuses: string;
  /** Where the rule or its words were seen: `owner/repository#number`, or the title of a page of documentation. */
  readonly sources: readonly string[];
};

/** How a request breaks a rule, in the vendor's words. */
export type RuleViolation = {
  readonly status: number;
  readonly message: string;
  /** Default: `invalid_request_error`. */
  readonly type?: string;
  /** OpenAI names the field. */
  readonly param?: string | null;
  /** OpenAI gives a code, vLLM a number. */
  readonly code?: string | number | null;
};

/** What a rule may know beside the request. */
export type RuleContext = {
  /** What the request takes; asked last, since counting is the most expensive check. */
  readonly tokens: () => number;
  readonly windowTokens: number;
  readonly memory: Memory;
};

/** A rule of the wire: the facts, and the check. */
export type Rule<Request> = RuleFacts & {
  readonly breach: (request: Request, context: RuleContext) => RuleViolation | null;
};

/** A rule that was broken. */
export type Refusal = { readonly rule: string; readonly breach: RuleViolation };

/** The first rule that a request breaks. */
export function firstRefusal<Request>(
  rules: readonly Rule<Request>[],
  request: Request,
  context: RuleContext,
): Refusal | null {
  for (const rule of rules) {
    const breach = rule.breach(request, context);
    if (breach !== null) return { rule: rule.id, breach };
  }
  return null;
}
