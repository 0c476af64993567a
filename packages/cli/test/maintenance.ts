import { assistantMessage, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession, type SessionStore } from "@cutpoint/session";
import { runCommand } from "../src/command.ts";

const DAY = 24 * 60 * 60 * 1000;

type Receipt = {
  readonly sessions: number;
  readonly changed: readonly {
    readonly sessionId: string;
    readonly type: string;
    readonly entries: number;
  }[];
  readonly failed: readonly unknown[];
};

type Run = {
  readonly code: number;
  readonly receipt: Receipt;
  readonly errors: readonly string[];
};

/** Runs `cutpoint maintain --json`. */
export async function maintain(...values: string[]): Promise<Run> {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(["maintain", ...values, "--json"], {
    print: (line) => out.push(line),
    printError: (line) => errors.push(line),
  });
  return { code, errors, receipt: JSON.parse(out.join("\n")) as Receipt };
}

/** Plays 28 turns that are compacted, all at a time `days` ago. */
export async function play(store: SessionStore, sessionId: string, days: number): Promise<void> {
  await using session = await openSession({
    store,
    sessionId,
    summarizer: createExtractiveSummarizer(),
    now: () => Date.now() - days * DAY,
  });
  for (let turn = 0; turn < 28; turn += 1) {
    await session.append([userMessage(`Question ${turn}: ${"what about this? ".repeat(20)}`)]);
    await session.fit({ windowTokens: 4000 });
    await session.append([assistantMessage(`Answer ${turn}: ${"like this. ".repeat(20)}`)]);
  }
}

export async function readView(store: SessionStore, sessionId: string): Promise<unknown> {
  await using session = await openSession({
    store,
    sessionId,
    summarizer: createExtractiveSummarizer(),
  });
  return session.view().messages;
}

export async function countEntries(store: SessionStore, sessionId: string): Promise<number> {
  return (await Array.fromAsync(store.read(sessionId))).length;
}
