import {
  type CompactorOptions,
  createCharacterEstimator,
  type FitOutcome,
  type Message,
  type Summarizer,
  type SummaryRequest,
  textOf,
} from "@cutpoint/core";
import { type Sleep, summaryFailure } from "@cutpoint/core/kit";
import { assistantMessage, toolMessage, userMessage } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { createArrayStore } from "../../../tooling/laws/src/reference/array-store.ts";
import { openSession } from "../src/open-session.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });
const WINDOW = 1_200;
const overflow = new Error("prompt is too long: 9 tokens > 8 maximum");

const messages: readonly Message[] = Array.from({ length: 14 }, (_, turn): readonly Message[] => [
  userMessage(`question ${turn} ${"q".repeat(40)}`),
  assistantMessage("", [{ callId: `c${turn}`, name: "read", arguments: "{}" }]),
  toolMessage({ callId: `c${turn}`, name: "read" }, "data".repeat(60)),
  assistantMessage("said".repeat(20)),
]).flat();

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

function hostile(name: string): Summarizer & { readonly calls: () => number } {
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

/** A deadline that ends after all pending work has run. */
const soon: Sleep = (_milliseconds, signal) =>
  new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

type Verb = "fit" | "compact" | "recover" | "prepare";

async function compacted(
  verb: Verb,
  options: Pick<CompactorOptions, "estimator" | "summarizer" | "summaries">,
): Promise<{
  readonly outcome: FitOutcome["type"];
  readonly before: string;
  readonly after: string;
  readonly compactions: number;
}> {
  const store = createArrayStore();
  let ids = 0;
  const session = await openSession({
    ...options,
    store,
    sessionId: "s",
    newId: () => `i${(ids += 1)}`,
    now: () => 0,
  });
  await session.append(messages);
  const before = JSON.stringify(session.view());
  const request = { windowTokens: WINDOW, force: true };
  const outcome =
    verb === "prepare"
      ? await session.prepare(request)
      : verb === "recover"
        ? (await session.recover(overflow, request)).outcome
        : (await session[verb](request)).outcome;
  let compactions = 0;
  for await (const entry of store.read("s")) if (entry.type === "compaction") compactions += 1;
  const type = outcome.type === "prepared" ? "compacted" : outcome.type;
  return { outcome: type, before, after: JSON.stringify(session.view()), compactions };
}

describe.each<Verb>(["fit", "compact", "recover", "prepare"])("Session.%s", (verb) => {
  test.each(Object.keys(HOSTILE))(
    "a summarizer that is %s is called once, and the view does not change",
    async (misbehaviour) => {
      const summarizer = hostile(misbehaviour);
      const { after, before, compactions, outcome } = await compacted(verb, {
        estimator,
        summarizer,
        summaries: { sleep: soon },
      });
      expect(outcome).toBe("failed");
      expect(summarizer.calls()).toBe(1);
      expect({ after, compactions }).toEqual({ after: before, compactions: 0 });
    },
  );

  test.each(Object.keys(HOSTILE).filter((each) => each !== "hangs" && each !== "slow"))(
    "after a summarizer that is %s the next one writes the summary",
    async (misbehaviour) => {
      const first = hostile(misbehaviour);
      const next: Summarizer = {
        name: "next",
        summarize: () =>
          Promise.resolve({ text: "what was said before", method: "next", calls: 1 }),
      };
      const { outcome } = await compacted(verb, {
        estimator,
        summarizer: [first, next],
        summaries: { sleep: soon },
      });
      expect(outcome).toBe("compacted");
      expect(first.calls()).toBe(1);
    },
  );
});
