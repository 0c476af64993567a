import { type Message, type Receipt, toolCalls } from "@cutpoint/core";
import { sumUsage } from "@cutpoint/core/kit";
import type { SessionStore } from "@cutpoint/session";
import { type ChatRequest, toChatMessages } from "./chat.ts";
import type { CountRequest } from "./count-request.ts";
import type { RequestShares } from "./demo-event.ts";
import { states } from "./ground-truth.ts";
import type { Question } from "./questions.ts";
import type { Recording } from "./recording.ts";

/** How a run went. */
export type Report = {
  readonly window: number;
  readonly model: string;
  readonly requests: readonly RequestShares[];
  readonly compactions: readonly {
    readonly tokensBefore: number;
    readonly tokensAfter: number;
    readonly reason: string;
    readonly method: string;
    /** Calls to a model, and what they took, in tokens. */
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly compactedItems: number;
    readonly keptItems: number;
  }[];
  /** Where branches were taken: how often one was left, with a summary of it or without. */
  readonly navigations?: { readonly all: number; readonly withSummary: number };
  /** Requests that the provider refused. */
  readonly refused: number;
  readonly toolCalls: number;
  /** Questions about the source tree, and how many were answered right. */
  readonly answers: { readonly asked: number; readonly right: number };
  /** Questions about findings of the first turns, and where the right answers came from. */
  readonly findings: {
    readonly asked: number;
    readonly found: number;
    readonly fromContext: number;
    readonly fromSearch: number;
  };
  /** The whole conversation as one request, in tokens: what its last request would have been without Cutpoint. */
  readonly wholeConversation: number;
  /** Where the log is kept: a file, or words that name the place; `null` where it ended with the run. */
  readonly log: string | null;
  readonly resumed?: { readonly entries: number };
  /** Why the run ended early, where it did. */
  readonly failure?: string;
};

export type ReportOptions = {
  readonly windowTokens: number;
  readonly model: string;
  readonly questions: readonly Question[];
  readonly recording: Recording;
  readonly count: CountRequest;
  readonly tools: ChatRequest["tools"];
  readonly store: SessionStore;
  readonly sessionId: string;
  readonly root: string;
  readonly log: string | null;
  readonly resumedEntries: number | null;
  readonly failure: string | null;
};

/** Looks at what was recorded, and checks each answer against what the disk says. */
export async function makeReport(options: ReportOptions): Promise<Report> {
  const { recording, questions, resumedEntries, failure } = options;
  const whole = await wholeConversation(options);
  const rightAnswers = recording.answers.filter(({ question, text }) =>
    states(withoutNumber(text), question.truth(options.root)),
  );
  const isRecall = (question: Question): boolean => question.recalls !== null;
  const found = rightAnswers.filter(({ question }) => isRecall(question));
  const recalls = questions.filter(isRecall).length;
  const fromSearch = found.filter(({ source }) => source === "search").length;
  return {
    window: options.windowTokens,
    model: options.model,
    requests: recording.requests,
    compactions: recording.compactions.map((receipt) => ({
      tokensBefore: receipt.tokensBefore,
      tokensAfter: receipt.tokensAfter,
      reason: receipt.reason,
      method: receipt.method,
      ...spentOn(receipt),
      compactedItems: receipt.compacted.items,
      keptItems: receipt.kept.items,
    })),
    ...navigationsOf(recording),
    refused: recording.refused(),
    toolCalls: whole.toolCalls,
    answers: { asked: questions.length - recalls, right: rightAnswers.length - found.length },
    findings: {
      asked: recalls,
      found: found.length,
      fromContext: found.length - fromSearch,
      fromSearch,
    },
    wholeConversation: whole.tokens,
    log: options.log,
    ...(resumedEntries === null ? {} : { resumed: { entries: resumedEntries } }),
    ...(failure === null ? {} : { failure }),
  };
}

function navigationsOf({ navigations }: Recording): Pick<Report, "navigations"> {
  if (navigations.length === 0) return {};
  const withSummary = navigations.filter(({ summary }) => summary !== null).length;
  return { navigations: { all: navigations.length, withSummary } };
}

function spentOn({ attempts }: Receipt): {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
} {
  const { inputTokens, outputTokens } = sumUsage(attempts);
  return { calls: attempts.length, inputTokens, outputTokens };
}

/** Whether nothing was refused, nothing broke, and every finding was found. */
export function isSuccess({ refused, findings, failure }: Report): boolean {
  return refused === 0 && failure === undefined && findings.found === findings.asked;
}

function withoutNumber(answer: string): string {
  return answer.replaceAll(/Finding \d+:/g, "");
}

async function wholeConversation({
  store,
  sessionId,
  count,
  tools,
}: ReportOptions): Promise<{ readonly tokens: number; readonly toolCalls: number }> {
  const said: Message[] = [];
  for await (const entry of store.read(sessionId))
    if (entry.type === "message") said.push(entry.message);
  return {
    tokens: count({ messages: toChatMessages(said), tools }).tokens,
    toolCalls: said.flatMap(toolCalls).length,
  };
}
