import { CutpointError } from "@cutpoint/core";
import {
  type AgentInputItem,
  type Model,
  type ModelProvider,
  type ModelRequest,
  type ModelResponse,
  type RunConfig,
  Runner,
  type StreamEvent,
} from "@openai/agents-core";
import type { CompactingSession } from "./compacting-session.ts";
import { type Recording, recordingOf } from "./recording.ts";

/**
 * A runner for the runs of one session that writes down what they do as they do it: what the model said and what the
 * tools gave is in the log before anything else can fail, and the next attempt is shown it. The SDK hands a session what
 * was done only when a run has succeeded.
 *
 * Agents get their model from the provider (or from `config.model`). Of an agent that has a `Model` of its own, or an
 * output guardrail (which decides what may be kept), only the SDK's hand-over is stored.
 *
 * @throws `invalid-input` where the session is not one of `createCompactingSession`
 */
export function createSessionRunner(
  session: CompactingSession,
  config: Partial<RunConfig> = {},
): Runner {
  const recording = recordingOf(session);
  if (recording === undefined)
    throw new CutpointError(
      "invalid-input",
      "session is no compacting session: make one with createCompactingSession",
    );
  const provider = config.modelProvider ?? new Runner().config.modelProvider;
  const { model } = config;
  const runner = new Runner({
    ...config,
    modelProvider: recordedProvider(provider, recording),
    ...(model === undefined || typeof model === "string"
      ? {}
      : { model: recordedModel(model, recording) }),
  });
  const { recorder, write } = recording;
  runner.on("agent_start", (context, agent, input) => {
    const guardrails = [...agent.outputGuardrails, ...(config.outputGuardrails ?? [])];
    recorder.started(context, guardrails.length > 0 ? undefined : input);
  });
  runner.on("agent_tool_end", (context, _agent, _tool, result, { toolCall }) => {
    void write(() => recorder.ended(context, toolCall, result));
  });
  return runner;
}

function recordedProvider(provider: ModelProvider, recording: Recording): ModelProvider {
  return {
    getModel: async (name) => recordedModel(await provider.getModel(name), recording),
  };
}

/** The model itself, with what it is asked and what it answers told to the recorder. */
function recordedModel(model: Model, { recorder, write }: Recording): Model {
  const asked = async ({ input }: ModelRequest): Promise<readonly AgentInputItem[]> => {
    if (typeof input === "string") return [];
    await write(() => recorder.asked(input));
    return input;
  };
  const getRetryAdvice = model.getRetryAdvice?.bind(model);
  return {
    ...(getRetryAdvice === undefined ? {} : { getRetryAdvice }),
    ...(model.supportsPromptModelSelection === undefined
      ? {}
      : { supportsPromptModelSelection: model.supportsPromptModelSelection }),
    async getResponse(request): Promise<ModelResponse> {
      const input = await asked(request);
      const response = await model.getResponse(request);
      recorder.answered(input, response.output);
      return response;
    },
    async *getStreamedResponse(request): AsyncIterable<StreamEvent> {
      const input = await asked(request);
      for await (const event of model.getStreamedResponse(request)) {
        if (event.type === "response_done") recorder.answered(input, event.response.output);
        yield event;
      }
    },
  };
}
