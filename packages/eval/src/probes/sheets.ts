import { createHash } from "node:crypto";
import type { Probe } from "./probe.ts";

/** Version of the texts below. Results of different versions are not comparable. */
export const PROBE_PROMPT_VERSION = 1;

/** Grade of an answer. */
export type Grade = {
  /** 1 if the answer is right, 0.5 if it is partly right, otherwise 0. */
  readonly score: 0 | 0.5 | 1;
  /** Whether the answer says something else than the reference, instead of leaving it out. */
  readonly contradicts: boolean;
};

/** Answer of one method to a probe. */
type Answer = { readonly method: string; readonly text: string };

/** Returns the prompt for a reader: a view and the questions about it. */
export function readerSheet(view: string, probes: readonly Probe[]): string {
  return `You take over the work of another assistant. Below is all that you know about it: the context that was kept. Answer the questions from this context only. If it does not contain an answer, write "unknown". Do not guess and do not use other knowledge.

Answer each question on one line that begins with its number and a colon, such as "1: the file src/a.ts". Write nothing else. Each answer has at most 40 words and the exact names and values.

<context>
${view}
</context>

${numbered(probes.map(({ question }) => question))}
`;
}

/** Returns the answers of a reader, by probe. An answer that is missing is `unknown`. */
export function parseAnswers(text: string, probes: readonly Probe[]): readonly string[] {
  const found = new Map<number, string>();
  for (const line of text.split("\n")) {
    const match = /^\W*(\d+)\W*[:.)]\W*(.*)$/u.exec(line.trim());
    if (match !== null) found.set(Number(match[1]), match[2]?.trim() ?? "");
  }
  return probes.map((_, index) => found.get(index + 1) ?? "unknown");
}

/**
 * Returns the prompt for a grader: questions, references, and the answers of all methods under letters. Their order is
 * different for each question, so that a method cannot be recognized.
 */
export function graderSheet(
  probes: readonly Probe[],
  answersOf: (probe: Probe) => readonly Answer[],
): string {
  const blocks = probes.map((probe, index) => {
    const answers = shuffled(probe, answersOf(probe)).map(
      ({ text }, place) => `  ${letter(place)}: ${text}`,
    );
    return `${index + 1}. ${probe.question}\n  Reference: ${probe.reference}\n${answers.join("\n")}`;
  });
  return `Grade answers to questions about a piece of work. Compare each answer with the reference only.

1: it says what the reference says; other words and further correct details are fine.
0.5: an essential part is right and an essential part is missing.
0: it is wrong, too vague to act on, or "unknown".
Add "contradicts" if the answer claims something that the reference excludes.

Write one line for each answer: the number of the question, the letter, the grade. Examples: "1 A 1", "1 B 0 contradicts". Write nothing else.

${blocks.join("\n\n")}
`;
}

/** Returns the grade of each method's answer, by probe id and method. `undefined` if the grader left it out. */
export function parseGrades(
  text: string,
  probes: readonly Probe[],
  answersOf: (probe: Probe) => readonly Answer[],
): (probe: Probe, method: string) => Grade | undefined {
  const grades = new Map<string, Grade>();
  for (const line of text.split("\n")) {
    const match = /^\W*(\d+)\W*([A-Z])\W+(0\.5|0|1)\b(.*)$/u.exec(line.trim());
    if (match === null) continue;
    const probe = probes[Number(match[1]) - 1];
    const place = (match[2] ?? "").charCodeAt(0) - FIRST_LETTER;
    const answer = probe === undefined ? undefined : shuffled(probe, answersOf(probe))[place];
    if (probe === undefined || answer === undefined) continue;
    const score = Number(match[3]) as Grade["score"];
    const contradicts = /contradict/iu.test(match[4] ?? "");
    grades.set(JSON.stringify([probe.id, answer.method]), { score, contradicts });
  }
  return (probe, method) => grades.get(JSON.stringify([probe.id, method]));
}

function numbered(lines: readonly string[]): string {
  return lines.map((line, index) => `${index + 1}. ${line}`).join("\n");
}

const FIRST_LETTER = "A".charCodeAt(0);

function letter(place: number): string {
  return String.fromCharCode(FIRST_LETTER + place);
}

/** Orders the answers by a hash of question and method: random, but the same in every run. */
function shuffled(probe: Probe, answers: readonly Answer[]): readonly Answer[] {
  const rank = ({ method }: Answer): string =>
    createHash("sha256")
      .update(JSON.stringify([probe.question, method]))
      .digest("hex");
  return answers.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
