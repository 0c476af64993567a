import { CutpointError } from "@cutpoint/core";
import { z } from "zod";
import type { Answer } from "./answer.ts";
import { type FailureName, failures } from "./failure.ts";
import type { ReceivedRequest } from "./received-request.ts";

type Timing = {
  /** Waited before anything is sent, in milliseconds; ends early when the client gives up. */
  readonly delayMs?: number;
};

export type AnswerStep = Answer & Timing & { readonly type: "answer" };

export type FailureStep = Timing & {
  readonly type: "failure";
  readonly failure: FailureName;
  /** What a streamed answer says before it fails. */
  readonly text?: string;
  /** Sent as the header `retry-after`, in seconds, where the failure is a status. */
  readonly retryAfterSeconds?: number;
};

/** What the provider does with one request; a text alone is an answer. */
export type Step = string | AnswerStep | FailureStep;

/**
 * What the provider does with each request that keeps the rules: the steps in order, one for each, or a function that
 * is asked each time. A function is called when a request has arrived, and what it returns is awaited: so a test can
 * hold an answer back until something else has happened.
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
  z.discriminatedUnion("type", [
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
  ]),
);

/**
 * Reads the steps of a script from JSON: an array of {@link Step}s.
 *
 * @throws `invalid-input` that names the step and what is wrong with it
 */
export function parseScript(json: unknown): readonly Step[] {
  const parsed = z.array(step).safeParse(json);
  if (parsed.success) return parsed.data as readonly Step[];
  throw new CutpointError("invalid-input", `the script: ${z.prettifyError(parsed.error)}`);
}

/** A request came for which the script has no step. */
export type NoStep = { readonly type: "no-step"; readonly message: string };

/** Hands out the steps of a script. */
export function stepSource(
  script: Script,
): (request: ReceivedRequest) => Promise<AnswerStep | FailureStep | NoStep> {
  if (typeof script === "function") return async (request) => asStep(await script(request));
  let used = 0;
  return async () => {
    const next = script[used];
    if (next === undefined)
      return {
        type: "no-step",
        message: `provider-sim: the script has ${script.length} steps and all are used`,
      };
    used += 1;
    return asStep(next);
  };
}

function asStep(given: Step): AnswerStep | FailureStep {
  return typeof given === "string" ? { type: "answer", text: given } : given;
}
