import type { SessionEvent } from "@cutpoint/session";
import type { RunContext } from "@openai/agents-core";
import { isRecord, someText } from "../items/json.ts";
import { type RunScope, scopeOf } from "../session/run-scope.ts";
import { type ContextSize, contextSizeOf } from "./run-context-tokens.ts";

/**
 * What a host can show of a run. `sessionId` is that of the compacting session that the run reads, `null` where it reads
 * none.
 */
export type RunReport = { readonly sessionId: string | null } & (
  | {
      readonly type: "agent-started" | "tool-ended" | "handed-off" | "agent-ended";
      readonly agentName: string;
      /**
       * How large the context of this run is, in tokens: what its newest request took, by the provider's count, with the
       * answer. `null` before the first. An agent that is a tool, and a summarizer, do not count.
       */
      readonly contextTokens: number | null;
    }
  | { readonly type: "compaction"; readonly event: SessionEvent }
);

/** Where the SDK tells what happens: a `Runner`, or an `Agent`. */
export interface RunEvents {
  on(type: RunEvent, listener: Listener): unknown;
  off(type: RunEvent, listener: Listener): unknown;
}

type RunEvent =
  | "agent_start"
  | "agent_tool_start"
  | "agent_tool_end"
  | "agent_handoff"
  | "agent_end";

type Listener = (...values: readonly unknown[]) => void;

type Watched = { readonly size: ContextSize; readonly scope: RunScope | null };

/** What is reported of an event; `null` where nothing is. */
const REPORTED = {
  agent_start: "agent-started",
  agent_tool_start: null,
  agent_tool_end: "tool-ended",
  agent_handoff: "handed-off",
  agent_end: "agent-ended",
} as const;

/**
 * Reports how full the context is and what is compacted, for all runs of a runner, or for one agent wherever it runs, also
 * as a tool of another.
 *
 * @param onReport must not throw
 * @returns ends the reports
 */
export function watchRuns(target: RunEvents, onReport: (report: RunReport) => void): () => void {
  const runs = new WeakMap<object, Watched>();
  const listening = new Map<RunScope, () => void>();

  function watchedOf(context: RunContext): Watched {
    const known = runs.get(context);
    if (known !== undefined) return known;
    const scope = scopeOf(context);
    if (scope !== null && !listening.has(scope)) {
      const report = (event: SessionEvent): void =>
        onReport({ type: "compaction", sessionId: scope.sessionId(), event });
      listening.set(scope, scope.listen(report));
    }
    const watched = { size: contextSizeOf(context), scope };
    runs.set(context, watched);
    return watched;
  }

  const listeners = Object.entries(REPORTED).map(([name, type]) => {
    const event = name as RunEvent;
    const listener: Listener = (context, agent) => {
      if (!isRunContext(context)) return;
      const { scope, size } = watchedOf(context);
      if (event === "agent_tool_start") size.toolStarted();
      if (event === "agent_tool_end") size.toolEnded();
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
  return (isRecord(agent) ? someText(agent["name"]) : undefined) ?? "agent";
}
