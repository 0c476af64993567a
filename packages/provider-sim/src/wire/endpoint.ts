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
import type { AnswerUsage } from "../answer-usage.ts";

/** The input for writing an answer. */
export type WriteContext = {
  readonly answer: ReadyAnswer;
  readonly tokenUsage: AnswerUsage;
  readonly memory: Memory;
  /** Returns a new unique id with the vendor's prefix. */
  readonly newId: (prefix: string) => string;
  /** Time in seconds since the epoch. */
  readonly now: number;
};

/** An answer or a failure in the vendor's format: as a body with its status, and as stream events. */
export type VendorResponse = {
  readonly status: number;
  readonly body: unknown;
  readonly events: readonly ServerEvent[];
};

/** A request with a valid shape. */
export type ParsedRequest = {
  readonly prompt: Prompt;
  readonly refusal: (context: RuleContext) => Refusal | null;
  readonly write: (writeContext: WriteContext) => VendorResponse;
  /** Writes a failure after the text of the answer. The last event is the failure. */
  readonly fail: (violation: RuleViolation, writeContext: WriteContext) => VendorResponse;
};

/** An endpoint of a vendor's API. */
export type Endpoint = {
  readonly name: EndpointName;
  readonly vendor: Vendor;
  /** Path below `/v1`. */
  readonly path: string;
  /** Whether the endpoint uses the script. Other endpoints compute their response from the request. */
  readonly scripted: boolean;
  readonly rules: readonly RuleFacts[];
  /** Returns the error for a request that exceeds the window. */
  readonly overflow: (tokens: number, windowTokens: number) => RuleViolation;
  readonly parse: (
    body: unknown,
    memory: Memory,
    headers: IncomingHttpHeaders,
  ) => ParsedRequest | Refusal;
};

export type EndpointDefinition<Request> = Omit<Endpoint, "parse" | "rules"> & {
  readonly schema: z.ZodType<Request>;
  readonly shapeRule: RuleFacts;
  readonly shapeViolation: (error: z.ZodError, body: unknown) => RuleViolation;
  readonly rules: readonly Rule<Request>[];
  readonly read: (request: Request, memory: Memory) => Prompt;
  readonly write: (request: Request, writeContext: WriteContext) => VendorResponse;
  readonly fail: (
    request: Request,
    violation: RuleViolation,
    writeContext: WriteContext,
  ) => VendorResponse;
  /** Adds data from the headers and the stored answers to a request. */
  readonly complete?: (
    request: Request,
    memory: Memory,
    headers: IncomingHttpHeaders,
  ) => Request | Refusal;
};

/** Creates an endpoint and hides the type of its requests. */
export function defineEndpoint<Request>(definition: EndpointDefinition<Request>): Endpoint {
  const { schema, shapeRule, shapeViolation, rules, read, write, fail, complete, ...rest } =
    definition;
  return {
    ...rest,
    rules: [shapeRule, ...rules],
    parse(body, memory, headers) {
      const parsed = schema.safeParse(body);
      if (!parsed.success)
        return { rule: shapeRule.id, violation: shapeViolation(parsed.error, body) };
      const completed = complete?.(parsed.data, memory, headers) ?? parsed.data;
      if (isRefusal(completed)) return completed;
      const request = completed;
      return {
        prompt: read(request, memory),
        refusal: (context) => firstRefusal(rules, request, context),
        write: (writeContext) => write(request, writeContext),
        fail: (violation, writeContext) => fail(request, violation, writeContext),
      };
    },
  };
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "rule" in value && "violation" in value;
}
