import { CutpointError } from "@cutpoint/core";
import * as z from "zod/mini";

/**
 * What a question is about.
 *
 * `task`: what is asked now, and what remains. `rule`: what the user demanded. `artifact`: what was made or changed.
 * `finding`: a cause, a value, or an error. `decision`: what was decided or rejected, and why. `next`: a fact that the
 * following steps needed.
 */
export const PROBE_KINDS = ["task", "rule", "artifact", "finding", "decision", "next"] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** A question that a reader answers from a view. */
export type Probe = {
  /** Unique among the probes of a cut. */
  readonly id: string;
  readonly kind: ProbeKind;
  readonly question: string;
  /** Short answer that can be checked. */
  readonly reference: string;
};

/** Questions about the history before one position of a transcript. */
export type ProbedCut = {
  /** Id of the transcript. */
  readonly transcript: string;
  /** Index of the first message after the cut. */
  readonly cut: number;
  /** Summary that a model wrote for this history. It adds the methods of a recorded summary. */
  readonly summary?: string | undefined;
  readonly probes: readonly Probe[];
};

const name = z.string().check(z.minLength(1));
const probe = z.object({
  id: name,
  kind: z.enum(PROBE_KINDS),
  question: name,
  reference: name,
});
const probedCut = z.object({
  transcript: name,
  cut: z.number().check(z.int(), z.positive()),
  summary: z.optional(name),
  probes: z.array(probe).check(z.minLength(1)),
});
const document = z.object({ version: z.literal(1), cuts: z.array(probedCut) });

/**
 * Parses a file of probes. The README describes the format.
 *
 * @param file name of the file in errors
 * @throws `invalid-input` with the field and what is expected
 */
export function parseProbes(value: unknown, file = "probes"): readonly ProbedCut[] {
  const result = document.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    const field = issue?.path.join(".") ?? "";
    throw new CutpointError(
      "invalid-input",
      `${file}${field === "" ? "" : `: ${field}`} is invalid: ${issue?.message ?? "expected probes"}`,
    );
  }
  for (const { transcript, probes } of result.data.cuts) {
    const repeated = probes.find(({ id }, place) => probes.findIndex((p) => p.id === id) < place);
    if (repeated !== undefined)
      throw new CutpointError(
        "invalid-input",
        `${file}: probe ${JSON.stringify(repeated.id)} of ${transcript} occurs twice: expected unique ids`,
      );
  }
  return result.data.cuts;
}
