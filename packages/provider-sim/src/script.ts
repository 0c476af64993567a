import { CutpointError } from "@cutpoint/core";
import { z } from "zod";
import type { Answer } from "./answer.ts";
import { type FailureName, failures } from "./failure.ts";
import type { ReceivedRequest } from "./received-request.ts";

type Timing = {
  /** Time to wait before the reply, in ms. The wait ends early if the client disconnects. */
  readonly delayMs?: number;
};

export type AnswerStep = Answer & Timing & { readonly type: "answer" };

export type FailureStep = Timing & {
  readonly type: "failure";
  readonly failure: FailureName;
  /** Text that a streamed answer contains before it fails; the message of a `refusal`. */
  readonly text?: string;
  /** Value of the `retry-after` header, in seconds, if the failure is an HTTP status. */
  readonly retryAfterSeconds?: number;
};

/** The reply to one request. A string is an answer with this text. */
export type Step = string | AnswerStep | FailureStep;

/**
 * The replies to all valid requests: a list with one step per request, or a function.
 *
 * The function is called when a request arrives, and its result is awaited. So a test can delay an answer until
 * something else has happened.
 */
export type Script = readonly Step[] | ((request: ReceivedRequest) => Step | Promise<Step>);

const timing = { delayMs: z.number().min(0).optional() };

const call = z.strictObject({
  name: z.string().min(1),
  arguments: z.string(),
  id: z.string().min(1).optional(),
});

const step = z.preprocess(
  (given) => (typeof given === "string" ? { type: "answer", text: given } : given),
  z.discriminatedUnion(
    "type",
    [
      z.strictObject({
        type: z.literal("answer"),
        ...timing,
        reasoning: z.string().optional(),
        text: z.string().optional(),
        calls: z.array(call).optional(),
        stop: z.enum(["end", "length", "window"]).optional(),
      }),
      z.strictObject({
        type: z.literal("failure"),
        ...timing,
        failure: z.enum(failures.map(({ name }) => name)),
        text: z.string().optional(),
        retryAfterSeconds: z.number().min(0).optional(),
      }),
    ],
    { error: 'expected a string, or an object with the type "answer" or "failure"' },
  ),
);

/**
 * Parses the steps of a script from JSON.
 *
 * @throws `invalid-input` if a step is invalid; the message names the step
 */
export function parseScript(json: unknown): readonly Step[] {
  const parsed = z.array(step).safeParse(json);
  if (parsed.success) return parsed.data as readonly Step[];
  throw new CutpointError("invalid-input", `script is invalid: ${z.prettifyError(parsed.error)}`);
}

/** @throws `invalid-input` if the step is invalid */
function parseStep(given: Step): AnswerStep | FailureStep {
  const parsed = step.safeParse(given);
  if (parsed.success) return parsed.data as AnswerStep | FailureStep;
  throw new CutpointError("invalid-input", `step is invalid: ${z.prettifyError(parsed.error)}`);
}

/** The script has no step for a request. */
export type NoStep = { readonly type: "no-step"; readonly message: string };

/** Returns a function that yields the next step for each request. */
export function createStepSource(
  script: Script,
): (request: ReceivedRequest) => Promise<AnswerStep | FailureStep | NoStep> {
  if (typeof script === "function") return async (request) => parseStep(await script(request));
  let used = 0;
  return async () => {
    const next = script[used];
    if (next === undefined)
      return {
        type: "no-step",
        message: `provider-sim: all ${script.length} steps of the script are used: expected a step for each request`,
      };
    used += 1;
    return parseStep(next);
  };
}
