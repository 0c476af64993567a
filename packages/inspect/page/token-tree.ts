import type { PageRun, PageThread } from "../src/page-data.ts";
import { roleOf } from "./display-text.ts";

import { WRITES } from "../src/page-runs.ts";

/** What tokens were spent on: a tool with its files or commands, or a kind of text. */
export type TokenGroup = {
  readonly name: string;
  readonly tokens: number;
  /** Files, commands or queries of a tool, the heaviest first. Empty for texts. */
  readonly targets: readonly TokenTarget[];
};

export type TokenTarget = {
  readonly tool: string;
  readonly name: string;
  readonly tokens: number;
  /** Positions in the runs of the thread. */
  readonly runs: readonly number[];
};

/** Divides all tokens of a thread, the heaviest first. The arguments of a call count for its tool. */
export function tokenGroups({ messages, runs }: PageThread): readonly TokenGroup[] {
  const texts = new Map<string, number>();
  for (const { message, tokens } of messages) {
    const { name } = roleOf(message);
    texts.set(name, (texts.get(name) ?? 0) + tokens);
  }
  const take = (name: string, tokens: number): void => {
    texts.set(name, (texts.get(name) ?? 0) - tokens);
  };
  for (const { result, tokens } of runs) {
    const resultTokens = messages[result ?? -1]?.tokens ?? 0;
    take("tool", resultTokens);
    take("assistant", tokens - resultTokens);
  }
  const tools = Map.groupBy(runs.entries(), ([, { tool }]) => tool);
  return [
    ...[...tools].map(([name, own]) => {
      const targets = targetsOf(own);
      return { name, targets, tokens: sum(targets) };
    }),
    ...[...texts].map(([name, tokens]) => ({ name: `${name} text`, tokens, targets: [] })),
  ]
    .filter(({ tokens }) => tokens > 0)
    .toSorted((left, right) => right.tokens - left.tokens);
}

function targetsOf(runs: readonly (readonly [number, PageRun])[]): readonly TokenTarget[] {
  return [...Map.groupBy(runs, ([, { target }]) => target)]
    .map(([name, own]) => ({
      tool: own[0]?.[1].tool ?? "",
      name,
      tokens: own.reduce((total, [, { tokens }]) => total + tokens, 0),
      runs: own.map(([index]) => index),
    }))
    .toSorted((left, right) => right.tokens - left.tokens);
}

function sum(targets: readonly TokenTarget[]): number {
  return targets.reduce((total, { tokens }) => total + tokens, 0);
}

/** Returns the targets that were read or run more than once, those with the most repeated tokens first. */
export function repeatedTargets(
  groups: readonly TokenGroup[],
  runs: readonly PageRun[],
): readonly (TokenTarget & { readonly again: number })[] {
  return groups
    .flatMap(({ targets }) => targets)
    .filter(({ runs: own }) => own.length > 1 && !isWrite(runs[own[0] ?? -1]))
    .map((target) => ({
      ...target,
      again: target.tokens - (runs[target.runs[0] ?? -1]?.tokens ?? 0),
    }))
    .toSorted((left, right) => right.again - left.again);
}

function isWrite(run: PageRun | undefined): boolean {
  return run !== undefined && WRITES.has(run.kind);
}
