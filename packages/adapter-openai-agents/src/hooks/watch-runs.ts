import { invalidInput, isRecord } from "@cutpoint/core/kit";
import type { SessionEvent } from "@cutpoint/session";
import { nonEmptyText } from "@cutpoint/host-kit";
import type { RunContext } from "@openai/agents-core";
import { type RunScope, scopeOf } from "../session/run-scope.ts";
import { type ContextSize, trackContextSize } from "./run-context-tokens.ts";

/** The report of each event; `null` if it is not reported. */
const REPORTED = {
  agent_start: "agent-started",
  agent_tool_start: null,
  agent_tool_end: "tool-ended",
  agent_handoff: "handed-off",
  agent_end: "agent-ended",
} as const;

type RunEvent = keyof typeof REPORTED;

/** The events of a runner. */
export const RUN_EVENTS: readonly RunEvent[] = Object.keys(REPORTED) as RunEvent[];

/** An event of a run. `sessionId` is that of its compacting session; `null` if it has none. */
export type RunReport = { readonly sessionId: string | null } & (
  | {
      readonly type: "agent-started" | "tool-ended" | "handed-off" | "agent-ended";
      readonly agentName: string;
      /**
       * Tokens of the newest request of this run and its answer, as the provider counted them. `null` before the first.
       * Requests of summarizers and of agents that are tools are not included.
       */
      readonly contextTokens: number | null;
    }
  | { readonly type: "compaction"; readonly event: SessionEvent }
);

/** The event source: a `Runner` or an `Agent`. */
export interface RunEvents {
  on(type: RunEvent, listener: Listener): unknown;
  off(type: RunEvent, listener: Listener): unknown;
}

type Listener = (...values: readonly unknown[]) => void;

type WatchedRun = { readonly size: ContextSize; readonly scope: RunScope | null };

/**
 * Reports context size and compactions, for all runs of a runner or of one agent.
 *
 * An agent is also watched while it is a tool of another one.
 *
 * @param onReport must not throw
 * @returns a function that ends the reports
 * @throws `invalid-input` if the target has no events
 */
export function watchRuns(target: RunEvents, onReport: (report: RunReport) => void): () => void {
  if (typeof target?.on !== "function")
    throw invalidInput("target", target, "expected a Runner or an Agent");
  const runs = new WeakMap<object, WatchedRun>();
  const listening = new Map<RunScope, () => void>();

  function watchRun(context: RunContext): WatchedRun {
    const existing = runs.get(context);
    if (existing !== undefined) return existing;
    const scope = scopeOf(context);
    if (scope !== null && !listening.has(scope)) {
      const report = (event: SessionEvent): void =>
        onReport({ type: "compaction", sessionId: scope.sessionId(), event });
      listening.set(scope, scope.listen(report));
    }
    const watched = { size: trackContextSize(context), scope };
    runs.set(context, watched);
    return watched;
  }

  const listeners = RUN_EVENTS.map((event) => {
    const type = REPORTED[event];
    const listener: Listener = (context, agent) => {
      if (!isRunContext(context)) return;
      const { scope, size } = watchRun(context);
      if (event === "agent_tool_start") size.onTool(1);
      if (event === "agent_tool_end") size.onTool(-1);
      if (type === null) return;
      const agentName = nameOf("run" in target ? agent : target);
      const sessionId = scope?.sessionId() ?? null;
      onReport({ type, agentName, sessionId, contextTokens: size.tokens() });
    };
    target.on(event, listener);
    return { event, listener };
  });

  return () => {
    for (const { event, listener } of listeners) target.off(event, listener);
    for (const stop of listening.values()) stop();
    listening.clear();
  };
}

function isRunContext(value: unknown): value is RunContext {
  return isRecord(value) && isRecord(value["usage"]);
}

function nameOf(agent: unknown): string {
  return (isRecord(agent) ? nonEmptyText(agent["name"]) : undefined) ?? "agent";
}
