import { type Message, type TokenEstimator } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import { messageText } from "../reading/message-text.ts";
import { cacheTokens } from "../reading/cache-tokens.ts";
import { readingOf } from "../reading/reading.ts";
import { needsOf } from "../reading/needs.ts";
import { tokensOf } from "../measure/validity.ts";
import type { Arm } from "../methods/method.ts";
import { createRecordedArms } from "../methods/recorded-arms.ts";
import { makeResult } from "../run/make-result.ts";
import type { Transcript } from "../transcript/transcript.ts";
import type { Probe, ProbedCut } from "./probe.ts";
import type { AskRecorded } from "./recorded-model.ts";
import { type Grade, graderSheet, parseAnswers, parseGrades, readerSheet } from "./sheets.ts";

/** A graded answer, or one that waits for its reader or grader. */
export type ProbeRow = {
  readonly method: string;
  readonly transcript: string;
  readonly probe: Probe;
  /** Tokens of the view, without system messages. */
  readonly viewTokens: number;
  /** `null` until the reader has answered. */
  readonly answer: string | null;
  /** `null` until the grader has answered. */
  readonly grade: Grade | null;
};

export type ProbeOptions = {
  readonly arms: readonly Arm[];
  /** The names of methods that a recorded summary adds. Default: all. */
  readonly recorded?: readonly string[];
  /** Maximum size of a view in tokens, without system messages. */
  readonly budgetTokens: number;
  /** Compactions in a row before the reader is asked. Default: 1. */
  readonly rounds?: number;
  readonly reader: AskRecorded;
  readonly grader: AskRecorded;
};

/**
 * Asks a reader the questions about each cut, once with the view of each method, and a grader about all answers.
 *
 * The grader is asked when all readers of a cut have answered. Cuts of other transcripts are left out.
 *
 * @throws `invalid-input` if a cut is not in its transcript
 */
export async function* runProbes(
  transcripts: AsyncIterable<Transcript> | Iterable<Transcript>,
  cuts: readonly ProbedCut[],
  options: ProbeOptions,
): AsyncGenerator<ProbeRow> {
  const exact = await createTiktokenEstimator();
  try {
    for await (const transcript of transcripts)
      for (const cut of cuts.filter((each) => each.transcript === transcript.id))
        yield* await probeCut(transcript, cut, { ...options, estimator: cacheTokens(exact) });
  } finally {
    exact[Symbol.dispose]();
  }
}

async function probeCut(
  transcript: Transcript,
  probed: ProbedCut,
  options: ProbeOptions & { readonly estimator: TokenEstimator },
): Promise<readonly ProbeRow[]> {
  const { arms, budgetTokens, estimator, grader, reader, recorded, rounds = 1 } = options;
  const { cut: at, probes, summary } = probed;
  if (at > transcript.messages.length)
    throw invalidInput(
      `cut of ${transcript.id}`,
      at,
      `expected at most ${transcript.messages.length}, the messages of the transcript`,
    );
  const reading = readingOf(transcript, estimator);
  const historyTokens = tokensOf(transcript.messages.slice(0, at), estimator);
  const cut = { share: 0, at, historyTokens };
  const trial = { reading, cut, needs: needsOf(reading, cut), share: null, budgetTokens };
  const all = [...arms, ...(summary === undefined ? [] : createRecordedArms(summary, recorded))];
  const read = await Promise.all(
    all.map(async (arm) => {
      const { error, messages } = await makeResult(arm, trial, estimator, rounds);
      if (error !== null) throw new Error(`${arm.name} failed on ${transcript.id}: ${error}`);
      const text = await reader(readerSheet(viewText(messages), probes));
      const answers = text === null ? null : parseAnswers(text, probes);
      return { method: arm.name, answers, viewTokens: tokensOf(messages, estimator) };
    }),
  );
  const answersOf = (probe: Probe): readonly { method: string; text: string }[] =>
    read.flatMap(({ answers, method }) => {
      const text = answers?.[probes.indexOf(probe)];
      return text === undefined ? [] : [{ method, text }];
    });
  const isRead = read.every(({ answers }) => answers !== null);
  const graded = isRead ? await grader(graderSheet(probes, answersOf)) : null;
  const gradeOf = graded === null ? null : parseGrades(graded, probes, answersOf);
  return read.flatMap(({ answers, method, viewTokens }) =>
    probes.map((probe, place) => ({
      method,
      transcript: transcript.id,
      probe,
      viewTokens,
      answer: answers?.[place] ?? null,
      grade: gradeOf?.(probe, method) ?? null,
    })),
  );
}

/** Renders a view as a reader sees it: each message with its role. System messages are left out. */
function viewText(messages: readonly Message[]): string {
  return messages
    .filter(({ role }) => role !== "system")
    .map((message) => `[${message.role}]\n${messageText(message)}`)
    .join("\n\n");
}
