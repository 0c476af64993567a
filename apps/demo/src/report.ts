import { type Message, type Receipt, toolCalls } from "@cutpoint/core";
import type { SessionStore } from "@cutpoint/session";
import { type ChatRequest, toChatMessages } from "./chat.ts";
import type { CountRequest } from "./count-request.ts";
import type { RequestShares } from "./demo-event.ts";
import { states } from "./ground-truth.ts";
import type { Question } from "./questions.ts";
import type { Recording } from "./recording.ts";

/** The result of a run. */
export type Report = {
  readonly window: number;
  readonly model: string;
  readonly requests: readonly RequestShares[];
  readonly compactions: readonly {
    readonly tokensBefore: number;
    readonly tokensAfter: number;
    readonly reason: string;
    readonly method: string;
    /** Calls of a model, and their tokens. */
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly compactedItems: number;
    readonly keptItems: number;
  }[];
  /** Branches that were left, if the run had branches: all, and those with a summary. */
  readonly navigations?: { readonly all: number; readonly withSummary: number };
  /** Requests that the provider rejected. */
  readonly refused: number;
  readonly toolCalls: number;
  /** Questions about the source tree, and correct answers. */
  readonly answers: { readonly asked: number; readonly right: number };
  /** Questions about findings of the first turns, and the source of the correct answers. */
  readonly findings: {
    readonly asked: number;
    readonly found: number;
    readonly fromContext: number;
    readonly fromSearch: number;
  };
  /** Tokens of the whole conversation: the size of its last request without Cutpoint. */
  readonly wholeConversation: number;
  /** The path of the log, or a text that names its location. `null` if it ended with the run. */
  readonly log: string | null;
  readonly resumed?: { readonly entries: number };
  /** Why the run ended early. */
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

/** Builds the report of a run, and checks each answer against the files on disk. */
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

function spentOn({ cost }: Receipt): {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
} {
  const { inputTokens, outputTokens } = cost.summaryUsage;
  return { calls: cost.summaryCalls, inputTokens, outputTokens };
}

/** Returns whether no request was rejected, nothing failed, and every finding was found. */
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
  const messages: Message[] = [];
  for await (const entry of store.read(sessionId))
    if (entry.type === "message") messages.push(entry.message);
  return {
    tokens: count({ messages: toChatMessages(messages), tools }).tokens,
    toolCalls: messages.flatMap(toolCalls).length,
  };
}
