import {
  AgentsError,
  type Model,
  type ModelProvider,
  type RunConfig,
  Runner,
  RunState,
  type Session,
  type StreamEvent,
} from "@openai/agents-core";
import { addExtraUsage } from "../model/extra-usage.ts";
import { replaceMembers } from "../model/replace-members.ts";
import { type CompactionOptions, withCompaction } from "../model/with-compaction.ts";
import { answerUsage } from "./newest-usage.ts";
import { runLogOf } from "./run-log.ts";
import { createRunRecorder, type RunRecorder } from "./run-recorder.ts";

export type CompactedRunnerOptions = Omit<CompactionOptions, "model"> & {
  /** Default: that of the SDK. */
  readonly provider?: ModelProvider;
  /** The session of the runs that name no other one. Default: none. */
  readonly session?: Session;
  /** Further settings of the SDK's runner. Default: `{}`. */
  readonly config?: Omit<Partial<RunConfig>, "modelProvider">;
};

const EVENTS = [
  "agent_start",
  "agent_end",
  "agent_handoff",
  "agent_tool_start",
  "agent_tool_end",
] as const;

/**
 * Creates a runner whose requests fit the context window; see {@link withCompaction}.
 *
 * Runs with a session of `createCompactingSession` are stored as they occur. Answers and tool results are in the log
 * before a later step can fail, so the next attempt sees them. The SDK itself adds the items of a run only after the run
 * has succeeded.
 *
 * Agents get their model from the provider or from `config.model`. For an agent with its own `Model` object, or with an
 * output guardrail, only the items that the SDK adds are stored.
 */
export function createCompactedRunner({
  config = {},
  provider = new Runner().config.modelProvider,
  session: defaultSession,
  ...options
}: CompactedRunnerOptions = {}): Runner {
  const { model: named, ...rest } = config;
  const isModel = named !== undefined && typeof named !== "string";
  const model = isModel ? withCompaction(named, options) : named;
  const modelProvider = withCompaction(provider, options);
  const settings = { ...rest, ...(model === undefined ? {} : { model }), modelProvider };
  const runner = new Runner(settings);
  /** The recorders of runs that can be resumed. */
  const recorders = new WeakMap<object, RunRecorder>();

  /** Creates the runner of one run. Its events are those of the common runner. */
  function recordingRunner(recorder: RunRecorder): Runner {
    const record = (original: Model, name?: string): Model => recordModel(original, name, recorder);
    const one = new Runner({
      ...settings,
      ...(model === undefined || typeof model === "string" ? {} : { model: record(model) }),
      modelProvider: {
        getModel: async (name) => record(await modelProvider.getModel(name), name),
      },
    });
    one.on("agent_start", (_context, agent, input) => {
      const guardrails = [...agent.outputGuardrails, ...(config.outputGuardrails ?? [])];
      recorder.onAgentStart(guardrails.length > 0 ? undefined : input);
    });
    one.on("agent_tool_end", (...[, , , result, { toolCall }]) =>
      recorder.onToolEnd(toolCall, result),
    );
    for (const event of EVENTS)
      one.on(event, (...values: unknown[]) => runner.emit(event, ...(values as never)));
    return one;
  }

  return replaceMembers(runner, {
    async run(...[agent, input, given]: RunArguments): Promise<RunResult> {
      const session = given?.session ?? defaultSession;
      const runOptions = (session === undefined ? given : { ...given, session }) as RunArguments[2];
      const log = runLogOf(session);
      const recorder =
        input instanceof RunState ? recorders.get(input) : log && createRunRecorder(log);
      if (recorder === undefined) return runner.run(agent, input, runOptions);
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
type RunResult = Awaited<ReturnType<Runner["run"]>>;

/** Records the requests and answers of a model. */
function recordModel(model: Model, name: string | undefined, recorder: RunRecorder): Model {
  return replaceMembers(model, {
    async getResponse(original) {
      const { extraUsage, request } = await recorder.onRequest(original, name);
      const response = await model.getResponse(request);
      recorder.onAnswer(original, response.output, answerUsage(response.usage));
      return { ...response, usage: addExtraUsage(response.usage, extraUsage) };
    },
    async *getStreamedResponse(original): AsyncIterable<StreamEvent> {
      const { extraUsage, request } = await recorder.onRequest(original, name);
      for await (const event of model.getStreamedResponse(request)) {
        if (event.type !== "response_done") {
          yield event;
          continue;
        }
        const { response } = event;
        recorder.onAnswer(original, response.output, answerUsage(response.usage));
        const usage = addExtraUsage(response.usage, extraUsage);
        yield extraUsage.length === 0 ? event : { ...event, response: { ...response, usage } };
      }
    },
  } satisfies Model);
}
