import { invalidInput } from "@cutpoint/core/kit";
import {
  AgentsError,
  type ModelProvider,
  type RunConfig,
  Runner,
  RunState,
  type Session,
} from "@openai/agents-core";
import { RUN_EVENTS } from "../hooks/watch-runs.ts";
import type { RequestHooks } from "../model/compacted-call.ts";
import { decorateModel, decorateProvider } from "../model/decorate-model.ts";
import { replaceMembers } from "../model/replace-members.ts";
import { type CompactionOptions, createFit } from "../model/with-compaction.ts";
import { type RunLog, runLogOf } from "./run-log.ts";
import { createRunRecorder, type RunRecorder } from "./run-recorder.ts";

export type CompactingRunnerOptions = Omit<CompactionOptions, "modelName"> & {
  /** Default: that of the SDK. */
  readonly provider?: ModelProvider;
  /** The session of the runs that name no other one. Default: none. */
  readonly session?: Session;
  /** Further settings of the SDK's runner. Default: `{}`. */
  readonly config?: Omit<Partial<RunConfig>, "modelProvider">;
};

/**
 * Creates a runner whose requests fit the context window; see {@link withCompaction}.
 *
 * Runs with a session of `createCompactingSession` are stored as they occur. Answers and tool results are in the log
 * before a later step can fail, so the next attempt sees them. The SDK itself adds the items of a run only after the run
 * has succeeded.
 *
 * Agents get their model from the provider or from `config.model`. For an agent with its own `Model` object, or with an
 * output guardrail, only the items that the SDK adds are stored.
 *
 * @throws `invalid-input` if an option is not valid
 */
export function createCompactingRunner({
  config = {},
  provider = new Runner().config.modelProvider,
  session: defaultSession,
  ...options
}: CompactingRunnerOptions = {}): Runner {
  if (typeof provider?.getModel !== "function")
    throw invalidInput("provider", provider, "expected a ModelProvider with getModel");
  const { model } = config;
  const fit = createFit(options);
  /** The session names the conversation of a run. */
  const fitOf =
    (session: Session): RequestHooks["fit"] =>
    async (...request) =>
      fit(...request, options.conversationId ?? (await session.getSessionId()));
  const settingsOf = (hooks: RequestHooks): ConstructorParameters<typeof Runner>[0] => ({
    ...config,
    ...(typeof model === "object" ? { model: decorateModel(model, undefined, hooks) } : {}),
    modelProvider: decorateProvider(provider, hooks),
  });
  const runner = new Runner(settingsOf({ fit: async (...request) => fit(...request) }));
  /** The recorders of runs that can be resumed. */
  const recorders = new WeakMap<object, RunRecorder>();

  /** The session compacts its own runs, unless only the runner is set up for it. So a conversation is compacted once. */
  const createRecorder = (log: RunLog): RunRecorder =>
    createRunRecorder(
      log,
      log.hasPolicy || (options.policy ?? options.serverCompaction) === undefined,
    );

  /** Creates the runner of one run, which passes its events to the common runner. */
  function runnerOf(hooks: RequestHooks): Runner {
    const one = new Runner(settingsOf(hooks));
    for (const event of RUN_EVENTS)
      one.on(event, (...values: unknown[]) => runner.emit(event, ...(values as never)));
    return one;
  }

  function recordingRunner(recorder: RunRecorder): Runner {
    const fitRun = fitOf(recorder.session);
    const one = runnerOf({
      fit: async (...request) => (await recorder.fit(...request)) ?? fitRun(...request),
      onAnswer: recorder.onAnswer,
    });
    one.on("agent_start", (_context, agent, input) => {
      const guardrails = [...agent.outputGuardrails, ...(config.outputGuardrails ?? [])];
      recorder.onAgentStart(input, guardrails.length > 0);
    });
    one.on("agent_tool_end", (...[, , , result, { toolCall }]) =>
      recorder.onToolEnd(toolCall, result),
    );
    return one;
  }

  return replaceMembers(runner, {
    async run(...[agent, input, given]: RunArguments): ReturnType<Runner["run"]> {
      const session = given?.session ?? defaultSession;
      const runOptions = (session === undefined ? given : { ...given, session }) as RunArguments[2];
      const log = runLogOf(session);
      const recorder =
        input instanceof RunState ? recorders.get(input) : log && createRecorder(log);
      if (recorder === undefined) {
        const isNamed = session !== undefined && options.states !== undefined;
        return (isNamed ? runnerOf({ fit: fitOf(session) }) : runner).run(agent, input, runOptions);
      }
      log?.track(recorder);
      try {
        const ownOptions = { ...runOptions, session: recorder.session } as RunArguments[2];
        const result = await recordingRunner(recorder).run(agent, input, ownOptions);
        recorders.set(result.state, recorder);
        return result;
      } catch (error) {
        if (error instanceof AgentsError && error.state !== undefined)
          recorders.set(error.state, recorder);
        throw error;
      }
    },
  });
}

type RunArguments = Parameters<Runner["run"]>;
