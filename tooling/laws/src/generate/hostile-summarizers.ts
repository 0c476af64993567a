import {
  type Message,
  type Summarizer,
  type SummaryRequest,
  textOf,
  userMessage,
} from "@cutpoint/core";
import { type Sleep, summaryFailure } from "@cutpoint/core/kit";
import { answer, call, result } from "./sized-messages.ts";

/** A conversation of fourteen turns, about 1,700 tokens. */
export const fourteenTurns: readonly Message[] = Array.from(
  { length: 14 },
  (_, turn): readonly Message[] => [
    userMessage(`question ${turn} ${"q".repeat(40)}`),
    call(`c${turn}`),
    result(`c${turn}`, 60),
    answer(20),
  ],
).flat();

const said = ({ items, kept, turnPrefix }: SummaryRequest): string =>
  [...items, ...turnPrefix, ...kept].map(({ message }) => textOf(message)).join("\n");

/** The answers or failures of summarizers that misbehave, by name. */
const HOSTILE: Readonly<Record<string, (request: SummaryRequest, signal: AbortSignal) => unknown>> =
  {
    empty: () => "",
    blank: () => " \n\t",
    huge: () => "on and on ".repeat(10_000),
    echo: said,
    labels: () => "[User]: a\n[Assistant]: b",
    throws: () => {
      throw new Error("no such model");
    },
    rejects: () => Promise.reject(new Error("the model is overloaded")),
    hangs: () => new Promise(() => undefined),
    "calls a tool": () => '<tool_call>{"name":"read"}</tool_call>',
    truncated: () => Promise.reject(summaryFailure("cut-off", "cut off at its limit")),
    growing: (request) => `${request.previousSummary ?? ""} more `.repeat(2_000),
    slow: (_request, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("stopped")));
      }),
    nothing: () => undefined,
    "a number": () => 5,
  };

/** A summarizer that misbehaves in one of the ways of `misbehaviours` and counts its calls. */
export function hostileSummarizer(name: string): Summarizer & { readonly calls: () => number } {
  let calls = 0;
  return {
    name,
    calls: () => calls,
    async summarize(request, signal) {
      calls += 1;
      const text = (await HOSTILE[name]?.(request, signal)) as string;
      return { text, method: name, calls: 1 };
    },
  };
}

/** The names of the ways to misbehave. */
export const misbehaviours: readonly string[] = Object.keys(HOSTILE);

/** A deadline that ends after all pending work has run. */
export const soon: Sleep = (_milliseconds, signal) =>
  new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
