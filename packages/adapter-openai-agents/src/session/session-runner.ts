import { CutpointError } from "@cutpoint/core";
import {
  type AgentInputItem,
  type Model,
  type ModelProvider,
  type ModelRequest,
  type RunConfig,
  Runner,
  type StreamEvent,
} from "@openai/agents-core";
import { replaceMembers } from "../model/replace-members.ts";
import { addExtraUsage } from "../model/extra-usage.ts";
import type { CompactingSession } from "./compacting-session.ts";
import type { FittedRequest } from "./fitted-request.ts";
import { answerUsage } from "./newest-usage.ts";
import { type Recording, recordingOf } from "./recording.ts";

/**
 * A runner for the runs of one session that writes down what they do as they do it: what the model said and what the
 * tools gave is in the log before anything else can fail, and the next attempt is shown it. The SDK hands a session what
 * was done only when a run has succeeded.
 *
 * Agents get their model from the provider (or from `config.model`). Of an agent that has a `Model` of its own, or an
 * output guardrail (which decides what may be kept), only the SDK's hand-over is stored.
 *
 * @throws `invalid-input` if the session is not one of `createCompactingSession`; `run` rejects with it if it is called
 * without `{ session }`
 */
export function createSessionRunner(
  session: CompactingSession,
  config: Partial<RunConfig> = {},
): Runner {
  const recording = recordingOf(session);
  if (recording === undefined)
    throw new CutpointError(
      "invalid-input",
      "session is not a compacting session: create it with createCompactingSession",
    );
  const provider = config.modelProvider ?? new Runner().config.modelProvider;
  const { model } = config;
  const runner = new Runner({
    ...config,
    modelProvider: recordedProvider(provider, recording),
    ...(model === undefined || typeof model === "string"
      ? {}
      : { model: recordedModel(model, undefined, recording) }),
  });
  const { recorder, write } = recording;
  runner.on("agent_start", (context, agent, input) => {
    const guardrails = [...agent.outputGuardrails, ...(config.outputGuardrails ?? [])];
    recorder.started(context, guardrails.length > 0 ? undefined : input);
  });
  runner.on("agent_tool_end", (context, ...[, , result, { toolCall }]) => {
    void write(() => recorder.ended(context, toolCall, result));
  });
  return replaceMembers(runner, {
    run: async (...given: Parameters<Runner["run"]>) => {
      if (given[2]?.session !== session)
        throw new CutpointError(
          "invalid-input",
          "options.session is not the session of this runner: pass { session } to run, or nothing is stored",
        );
      return runner.run(...given);
    },
  });
}

function recordedProvider(provider: ModelProvider, recording: Recording): ModelProvider {
  return {
    getModel: async (name) => recordedModel(await provider.getModel(name), name, recording),
  };
}

/** The model itself, with what it is asked and what it answers told to the recorder. */
function recordedModel(model: Model, name: string | undefined, recording: Recording): Model {
  const { fitted, recorder, write } = recording;

  /** Writes what led to a request, and gives the one to send. */
  async function begin(request: ModelRequest): Promise<FittedRequest & { readonly input: Input }> {
    const input = typeof request.input === "string" ? [] : request.input;
    await write(() => recorder.asked(input));
    return { ...(await fitted(request, name)), input };
  }

  const getRetryAdvice = model.getRetryAdvice?.bind(model);
  return {
    ...(getRetryAdvice === undefined ? {} : { getRetryAdvice }),
    ...(model.supportsPromptModelSelection === undefined
      ? {}
      : { supportsPromptModelSelection: model.supportsPromptModelSelection }),
    async getResponse(asked) {
      const { extraUsage, input, request } = await begin(asked);
      const response = await model.getResponse(request);
      recorder.answered(input, response.output, answerUsage(response.usage));
      return { ...response, usage: addExtraUsage(response.usage, extraUsage) };
    },
    async *getStreamedResponse(asked): AsyncIterable<StreamEvent> {
      const { extraUsage, input, request } = await begin(asked);
      for await (const event of model.getStreamedResponse(request)) {
        if (event.type !== "response_done") {
          yield event;
          continue;
        }
        const { response } = event;
        recorder.answered(input, response.output, answerUsage(response.usage));
        const usage = addExtraUsage(response.usage, extraUsage);
        yield extraUsage.length === 0 ? event : { ...event, response: { ...response, usage } };
      }
    },
  };
}

type Input = readonly AgentInputItem[];
