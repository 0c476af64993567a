import {
  assistantMessage,
  createCompactor,
  type Item,
  type Message,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import type { Chunk } from "@cutpoint/fit-estimator";
import { openSession, type Session } from "@cutpoint/session";
import { atMost, type Goal, percent } from "../goals.ts";
import { slope } from "../measure.ts";
import { forgetfulStore } from "../speed/session-of.ts";
import type { Counters } from "./counters.ts";

const summarizer = createExtractiveSummarizer();

const TURNS = 5;
/** Tokens that the provider counts and no message contains: a system prompt and tools that the host did not pass. */
const UNSEEN_TOKENS = 2_400;
const ENTRIES = [1_000, 10_000, 100_000, 1_000_000] as const;

/** Measures the error of the whole context after five reports, and the time of a check for any length of the log. */
export async function usageGoals(
  { exact }: Counters,
  chunks: readonly Chunk[],
): Promise<readonly Goal[]> {
  const errors = conversationsOf(chunks).map((messages) => errorAfterReports(messages, exact));
  const worst = Math.max(...errors);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const times: number[] = [];
  for (const entries of ENTRIES) times.push(await checkTime(entries));
  const growth = slope(ENTRIES.map((entries, place) => [entries, times[place] ?? Number.NaN]));
  const shown = times.map((time) => time.toFixed(0)).join(", ");
  const conversations = `${errors.length} conversations, ${(mean * 100).toFixed(2)} % on average`;
  return [
    atMost(`whole context after ${TURNS} reports: ${conversations}`, worst, 0.03, percent),
    atMost(
      `check at 1k, 10k, 100k, 1M entries: ${shown} ns`,
      Math.max(...times),
      100,
      (time) => `${time.toFixed(0)} ns`,
    ),
    atMost("growth of a check with the entries (slope)", growth, 0.05, (value) => value.toFixed(3)),
  ];
}

/** Creates conversations of five turns and the start of a sixth, with texts of several kinds. */
function conversationsOf(chunks: readonly Chunk[]): readonly (readonly Message[])[] {
  const perConversation = (TURNS + 1) * 3;
  const stride = Math.max(1, Math.floor(chunks.length / perConversation));
  return Array.from({ length: Math.min(40, stride) }, (_, start) =>
    Array.from({ length: TURNS + 1 }, (_turn, turn) => {
      const text = (place: number): string =>
        chunks[(start + (turn * 3 + place) * stride) % chunks.length]?.text ?? "";
      const call = { callId: `${turn}`, name: "read", arguments: `{"path":"${turn}.ts"}` };
      return [
        userMessage(text(0).slice(0, 600)),
        assistantMessage("", [call]),
        toolMessage(call, text(1)),
        ...(turn < TURNS ? [assistantMessage(text(2).slice(0, 1_500))] : []),
      ];
    }).flat(),
  );
}

function errorAfterReports(messages: readonly Message[], exact: Counters["exact"]): number {
  let read = UNSEEN_TOKENS;
  const items = messages.map((message, index): Item => {
    const tokens = exact.estimate(message);
    const isAnswer = message.role === "assistant" && message.parts[0]?.type === "text";
    const usage = { inputTokens: read, outputTokens: tokens };
    read += tokens;
    return { id: String(index), message: isAnswer ? { ...message, usage } : message };
  });
  const { tokens } = createCompactor({ summarizer }).usage({ items, state: null });
  return Math.abs(tokens - read) / read;
}

/** Returns the time of one check in ns, the least of several rounds. */
async function checkTime(entries: number): Promise<number> {
  let id = 0;
  const session = await openSession({
    store: forgetfulStore(),
    sessionId: "check",
    summarizer,
    newId: () => String((id += 1)),
  });
  const batch = Array.from({ length: 1_000 }, () => userMessage("a message of a few words"));
  for (let written = 0; written < entries; written += batch.length) await session.append(batch);
  const times = Array.from({ length: 7 }, () => roundTime(session));
  await session[Symbol.asyncDispose]();
  return Math.min(...times);
}

const CHECKS = 200_000;

function roundTime(session: Session): number {
  const request = { windowTokens: 200_000 };
  let sum = 0;
  const start = process.hrtime.bigint();
  for (let check = 0; check < CHECKS; check += 1) sum += session.usage(request).tokens;
  const time = Number(process.hrtime.bigint() - start) / CHECKS;
  if (sum < 0) throw new Error("a sum of tokens is never negative");
  return time;
}
