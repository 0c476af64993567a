import {
  assistantMessage,
  createCharacterEstimator,
  type Item,
  type Message,
  type SummaryRequest,
  type TokenEstimator,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import type { Sleep } from "@cutpoint/core/kit";
import { summaryRequest } from "../../../../tooling/laws/src/generate/summary-request.ts";
import type { Complete, Completion } from "../../src/model/completion.ts";
import { defaultSections, type Section, sectionsText } from "../../src/prompt/sections.ts";

export const estimator: TokenEstimator = createCharacterEstimator({ charactersPerToken: 4 });

export const never: AbortSignal = new AbortController().signal;

export function itemsOf(...messages: readonly Message[]): readonly Item[] {
  return messages.map((message, index) => ({ id: `m${index + 1}`, message }));
}

/** Turns of a question, a step with a tool, and an answer, of about `tokens` tokens each. */
export function turns(count: number, tokens = 120, from = 1): readonly Item[] {
  const text = "lorem ipsum ".repeat(Math.ceil((tokens * 4) / 12));
  return Array.from({ length: count }, (_, index): readonly Item[] => {
    const turn = from + index;
    const call = { callId: `c${turn}`, name: "read", arguments: `{"path":"src/file-${turn}.ts"}` };
    const said: readonly Message[] = [
      userMessage(`Question ${turn}: ${text}?`),
      assistantMessage("I look.", [call]),
      toolMessage(call, `line ${turn}: ${text}`),
      assistantMessage(`Answer ${turn}.`),
    ];
    return said.map((message, place) => ({ id: `t${turn}.${place}`, turnId: `t${turn}`, message }));
  }).flat();
}

/** A request for a summary of two turns, except for what is given. */
export function requestFor(given: Partial<SummaryRequest> = {}): SummaryRequest {
  return summaryRequest({ items: turns(2), maxTokens: 1_000, maxCalls: 8, estimator, ...given });
}

/** A summary with every heading, one entry under each. */
export function summaryWith(
  entry = "something that was said",
  sections: readonly Section[] = defaultSections,
): string {
  return sectionsText(sections).replaceAll(/\[(?![x ]\])[^\]]*\]/gu, entry);
}

export function finished(text: string): Completion {
  return { text, stopReason: "stop", usage: { inputTokens: 100, outputTokens: 10 } };
}

/** Returns the answers in order, then the last one again. Errors are thrown. */
export function answering(...answers: readonly (string | Completion | Error)[]): Complete & {
  readonly asked: {
    readonly system: string;
    readonly prompt: string;
    readonly maxTokens: number;
  }[];
} {
  const asked: { system: string; prompt: string; maxTokens: number }[] = [];
  const complete: Complete = async ({ prompt, system }, { maxTokens }) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push({ system, prompt, maxTokens });
    if (answer instanceof Error) throw answer;
    return typeof answer === "string" ? finished(answer) : (answer ?? finished(""));
  };
  return Object.assign(complete, { asked });
}

/** Pauses below a minute end at once, longer ones never. */
export function instantly(): Sleep & { readonly waits: number[] } {
  const waits: number[] = [];
  const sleep: Sleep = (milliseconds, signal) => {
    if (milliseconds < 60_000) {
      waits.push(milliseconds);
      return Promise.resolve();
    }
    return new Promise((resolve) =>
      signal.addEventListener("abort", () => resolve(), { once: true }),
    );
  };
  return Object.assign(sleep, { waits });
}

export function failureOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    (value) => ({ resolved: value }),
    (error: unknown) => error,
  );
}
