import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import type { ReadyAnswer } from "../answer.ts";
import type { Memory } from "../memory.ts";
import type { Prompt } from "../prompt.ts";
import type { ServerEvent } from "../reply.ts";
import {
  type RuleViolation,
  type EndpointName,
  firstRefusal,
  type Refusal,
  type Rule,
  type RuleContext,
  type RuleFacts,
  type Vendor,
} from "../rules/rule.ts";
import type { Spent } from "../spent.ts";

/** What an endpoint needs to write an answer. */
export type Writing = {
  readonly answer: ReadyAnswer;
  readonly spent: Spent;
  readonly memory: Memory;
  /** An id that was not given out before, with the vendor's prefix. */
  readonly newId: (prefix: string) => string;
  /** Seconds since 1970. */
  readonly now: number;
};

/** An answer or a failure as the vendor writes it: whole, with its status, and in events. */
export type Written = {
  readonly status: number;
  readonly body: unknown;
  readonly events: readonly ServerEvent[];
};

/** A request that has the right shape. */
export type Understood = {
  readonly prompt: Prompt;
  readonly refusal: (context: RuleContext) => Refusal | null;
  readonly write: (writing: Writing) => Written;
  /** How it tells, after what the answer says, that it failed; the last event is the failure. */
  readonly fail: (breach: RuleViolation, writing: Writing) => Written;
};

/** One place to which requests are sent. */
export type Endpoint = {
  readonly name: EndpointName;
  readonly vendor: Vendor;
  /** Below `/v1`. */
  readonly path: string;
  /** Whether the script answers here; elsewhere the answer follows from the request. */
  readonly scripted: boolean;
  readonly rules: readonly RuleFacts[];
  /** What it says of a request that is larger than the window. */
  readonly overflow: (tokens: number, windowTokens: number) => RuleViolation;
  readonly understand: (
    body: unknown,
    memory: Memory,
    headers: IncomingHttpHeaders,
  ) => Understood | Refusal;
};

export type EndpointDefinition<Request> = Omit<Endpoint, "understand" | "rules"> & {
  readonly schema: z.ZodType<Request>;
  readonly shapeRule: RuleFacts;
  readonly shapeBreach: (error: z.ZodError, body: unknown) => RuleViolation;
  readonly rules: readonly Rule<Request>[];
  readonly read: (request: Request, memory: Memory) => Prompt;
  readonly write: (request: Request, writing: Writing) => Written;
  readonly fail: (request: Request, breach: RuleViolation, writing: Writing) => Written;
  /** Adds what the provider knows of a request beyond its body. */
  readonly complete?: (
    request: Request,
    memory: Memory,
    headers: IncomingHttpHeaders,
  ) => Request | Refusal;
};

/** An endpoint whose requests nobody else needs to know. */
export function defineEndpoint<Request>(definition: EndpointDefinition<Request>): Endpoint {
  const { schema, shapeRule, shapeBreach, rules, read, write, fail, complete, ...rest } =
    definition;
  return {
    ...rest,
    rules: [shapeRule, ...rules],
    understand(body, memory, headers) {
      const parsed = schema.safeParse(body);
      if (!parsed.success) return { rule: shapeRule.id, breach: shapeBreach(parsed.error, body) };
      const completed = complete?.(parsed.data, memory, headers) ?? parsed.data;
      if (isRefusal(completed)) return completed;
      const request = completed;
      return {
        prompt: read(request, memory),
        refusal: (context) => firstRefusal(rules, request, context),
        write: (writing) => write(request, writing),
        fail: (breach, writing) => fail(request, breach, writing),
      };
    },
  };
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "rule" in value && "breach" in value;
}
