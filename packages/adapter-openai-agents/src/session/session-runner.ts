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
import type { FittedRequest } from "./fit-request.ts";
import { answerUsage } from "./newest-usage.ts";
import { type Recording, findRecording } from "./recording.ts";

/**
 * Creates a runner that stores the items of a session's runs as they occur.
 *
 * Answers and tool results are in the log before a later step can fail, so the next attempt sees them. The SDK itself
 * adds the items of a run only after the run has succeeded.
 *
 * Agents get their model from the provider or from `config.model`. For an agent with its own `Model` object, or with an
 * output guardrail, only the items that the SDK adds are stored.
 *
 * @throws `invalid-input` if `createCompactingSession` did not create the session; `run` rejects with it if it is
 * called without `{ session }`
 */
export function createSessionRunner(
  session: CompactingSession,
  config: Partial<RunConfig> = {},
): Runner {
  const recording = findRecording(session);
  if (recording === undefined)
    throw new CutpointError(
      "invalid-input",
      "session is not a compacting session: create it with createCompactingSession",
    );
  const provider = config.modelProvider ?? new Runner().config.modelProvider;
  const { model } = config;
  const runner = new Runner({
    ...config,
    modelProvider: recordProvider(provider, recording),
    ...(model === undefined || typeof model === "string"
      ? {}
      : { model: recordModel(model, undefined, recording) }),
  });
  const { recorder, write } = recording;
  runner.on("agent_start", (context, agent, input) => {
    const guardrails = [...agent.outputGuardrails, ...(config.outputGuardrails ?? [])];
    recorder.onAgentStart(context, guardrails.length > 0 ? undefined : input);
  });
  runner.on("agent_tool_end", (context, ...[, , result, { toolCall }]) => {
    void write(() => recorder.onToolEnd(context, toolCall, result));
  });
  return replaceMembers(runner, {
    run: async (...args: Parameters<Runner["run"]>) => {
      if (args[2]?.session !== session)
        throw new CutpointError(
          "invalid-input",
          "options.session is not the session of this runner: pass { session } to run, or nothing is stored",
        );
      return runner.run(...args);
    },
  });
}

function recordProvider(provider: ModelProvider, recording: Recording): ModelProvider {
  return {
    getModel: async (name) => recordModel(await provider.getModel(name), name, recording),
  };
}

/** Records the requests and answers of a model. */
function recordModel(model: Model, name: string | undefined, recording: Recording): Model {
  const { fitRequest, recorder, write } = recording;

  /** Writes the pending items of a request, and returns the request to send. */
  async function begin(request: ModelRequest): Promise<FittedRequest & { readonly input: Input }> {
    const input = typeof request.input === "string" ? [] : request.input;
    await write(() => recorder.onModelCall(input));
    return { ...(await fitRequest(request, name)), input };
  }

  const getRetryAdvice = model.getRetryAdvice?.bind(model);
  return {
    ...(getRetryAdvice === undefined ? {} : { getRetryAdvice }),
    ...(model.supportsPromptModelSelection === undefined
      ? {}
      : { supportsPromptModelSelection: model.supportsPromptModelSelection }),
    async getResponse(original) {
      const { extraUsage, input, request } = await begin(original);
      const response = await model.getResponse(request);
      recorder.onAnswer(input, response.output, answerUsage(response.usage));
      return { ...response, usage: addExtraUsage(response.usage, extraUsage) };
    },
    async *getStreamedResponse(original): AsyncIterable<StreamEvent> {
      const { extraUsage, input, request } = await begin(original);
      for await (const event of model.getStreamedResponse(request)) {
        if (event.type !== "response_done") {
          yield event;
          continue;
        }
        const { response } = event;
        recorder.onAnswer(input, response.output, answerUsage(response.usage));
        const usage = addExtraUsage(response.usage, extraUsage);
        yield extraUsage.length === 0 ? event : { ...event, response: { ...response, usage } };
      }
    },
  };
}

type Input = readonly AgentInputItem[];
