import type { Session, SessionStore } from "@cutpoint/session";
import type { Agent } from "./agent-loop.ts";
import type { Listener } from "./demo-event.ts";
import type { Question } from "./questions.ts";

/** Questions before the fork, and questions on the first branch. */
const BEFORE = 2;
const FIRST = 4;

/** The questions of a run with two branches. */
export type BranchCourse = {
  readonly before: readonly Question[];
  readonly first: readonly Question[];
  /** Questions about earlier findings, asked on the second branch. */
  readonly second: readonly Question[];
};

export function branchCourse(questions: readonly Question[]): BranchCourse {
  const investigation = questions.filter(({ recalls }) => recalls === null);
  const first = investigation.slice(BEFORE, BEFORE + FIRST);
  return {
    before: investigation.slice(0, BEFORE),
    first,
    second: questions.filter(({ recalls }) => recalls !== null).slice(0, BEFORE + FIRST),
  };
}

/**
 * Runs the questions on two branches.
 *
 * Investigates on the first branch and returns to the fork with a summary of it. The second branch asks for the findings
 * of both. At the end the first branch is active again.
 */
export async function takeBranches(
  { before, first, second }: BranchCourse,
  options: {
    readonly session: Session;
    readonly store: SessionStore;
    readonly agent: Agent;
    readonly windowTokens: number;
    readonly emit: Listener;
  },
): Promise<void> {
  const { agent, emit, session, store, windowTokens } = options;
  const ask = async (questions: readonly Question[]): Promise<void> => {
    for (const question of questions) await agent.ask(question, false);
  };
  const showBranches = async (): Promise<void> =>
    emit({ type: "branches", branches: await session.branches() });
  await ask(before);
  const fork = await newestEntry(store, session.sessionId);
  await ask(first);
  const tip = await session.note("label", "the investigation");
  emit({ type: "leaving", to: `the answer to question ${before.length}`, withSummary: true });
  await session.navigate(fork, { summarize: true, windowTokens });
  await ask(second);
  await session.note("label", "the findings");
  await showBranches();
  emit({ type: "leaving", to: "the investigation", withSummary: false });
  await session.navigate(tip);
  await showBranches();
}

async function newestEntry(store: SessionStore, sessionId: string): Promise<string | null> {
  for await (const { id } of store.read(sessionId, { order: "newest-first" })) return id;
  return null;
}
