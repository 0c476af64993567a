import {
  type AssistantMessage,
  type Message,
  textOf,
  type ToolCallPart,
  toolCalls,
  toolMessage,
  userMessage,
  type View,
} from "@cutpoint/core";
import type { Session } from "@cutpoint/session";
import { toChatMessages } from "./chat.ts";
import type { CountRequest, RequestCount } from "./count-request.ts";
import type { Listener, RequestShares } from "./demo-event.ts";
import type { Model } from "./model.ts";
import { type Question, wording } from "./questions.ts";
import { turnIdOf } from "./session-log.ts";
import { describeCalls } from "./step-text.ts";
import { SEARCH_HISTORY } from "./tools/search-history.ts";
import type { Toolbox } from "./tools/toolbox.ts";

/** Requests for one question. Without an answer after that many, the next question is asked. */
const MOST_STEPS = 40;

export type AgentOptions = {
  readonly session: Session;
  readonly model: Model;
  readonly count: CountRequest;
  readonly toolbox: Toolbox;
  readonly windowTokens: number;
  readonly emit: Listener;
};

/** An agent that answers one question after the other in one conversation. */
export type Agent = {
  /** @param isAsked whether the log contains the question already */
  ask(question: Question, isAsked: boolean): Promise<void>;
};

/** Creates the loop around a model: fit, send, run the tools and append, until the model answers. */
export function createAgent(options: AgentOptions): Agent {
  const { session, model, count, toolbox, windowTokens, emit } = options;
  const wire = { windowTokens, tools: toolbox.definitions, model: model.name };
  let seen: ReadonlySet<string | null> = new Set(session.view().ids);

  const send = async (view: View): Promise<AssistantMessage> => {
    const request = { messages: toChatMessages(view.messages), tools: toolbox.definitions };
    const counted = count(request);
    const answer = withUsage(await model.answer(request), counted, count);
    emit({
      type: "request",
      shares: shares(view, counted, seen),
      cachePoints: cachePoints(view, counted),
      action: describe(answer),
    });
    seen = new Set(view.ids);
    return { ...answer, model: model.name };
  };

  const step = async (): Promise<AssistantMessage> => {
    const { view } = await session.fit(wire);
    try {
      return await send(view);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      emit({ type: "refused", message: error.message });
      const recovered = await session.recover(error, wire);
      if (!recovered.retry) throw error;
      return send(recovered.view);
    }
  };

  const ask = async (question: Question, isAsked: boolean): Promise<void> => {
    emit({ type: "question", question });
    const turnId = turnIdOf(question.number);
    if (!isAsked) await session.append([userMessage(wording(question))], { turnId });
    let hasSearched = false;
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const answer = await step();
      const calls = toolCalls(answer);
      const results = await Promise.all(calls.map((call) => runCall(call, toolbox)));
      await session.append([answer, ...results], { turnId });
      hasSearched ||= calls.some(({ name }) => name === SEARCH_HISTORY);
      if (calls.length > 0) continue;
      const source = hasSearched ? "search" : "context";
      emit({ type: "answer", question, text: textOf(answer), source });
      return;
    }
  };

  return { ask };
}

async function runCall(call: ToolCallPart, toolbox: Toolbox): Promise<Message> {
  const { text, failed } = await toolbox.run(call.name, call.arguments);
  return toolMessage(call, text, failed);
}

function describe(answer: AssistantMessage): string {
  const calls = toolCalls(answer);
  return calls.length === 0 ? "answers" : describeCalls(calls);
}

/** Returns the answer with token usage: the reported one, or else a local count. */
function withUsage(
  answer: AssistantMessage,
  counted: RequestCount,
  count: CountRequest,
): AssistantMessage {
  if (answer.usage !== undefined) return answer;
  const outputTokens = count({ messages: toChatMessages([answer]), tools: [] }).tokens;
  return { ...answer, usage: { inputTokens: counted.tokens, outputTokens } };
}

function shares(
  { messages, ids }: View,
  counted: RequestCount,
  seen: ReadonlySet<string | null>,
): RequestShares {
  const sums = { system: counted.toolTokens, summary: 0, kept: 0, new: 0 };
  messages.forEach((message, index) => {
    const tokens = counted.messageTokens[index] ?? 0;
    const id = ids[index] ?? null;
    if (message.role === "system") sums.system += tokens;
    else if (message.role === "user" && message.provenance === "summary") sums.summary += tokens;
    else if (id !== null && seen.has(id)) sums.kept += tokens;
    else sums.new += tokens;
  });
  return { tokens: counted.tokens, ...sums };
}

function cachePoints(view: View, { messageTokens, toolTokens }: RequestCount): readonly number[] {
  return view.cachePoints.map((place) =>
    messageTokens.slice(0, place + 1).reduce((sum, tokens) => sum + tokens, toolTokens),
  );
}

/** A provider that rejects a request answers with status 400. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && "status" in error && error.status === 400;
}
