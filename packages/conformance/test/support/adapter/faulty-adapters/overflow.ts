import { classifyProviderError, isContextOverflow } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { fetchRig } from "../fetch-rig.ts";
import { isInStream, silentHostRig } from "../silent-host.ts";
import { changingCompactor, type FaultyAdapter } from "./faulty-adapter.ts";

export const faultyRecoveries: readonly FaultyAdapter[] = [
  {
    foundBy: "overflow-on-first-call",
    fault: "does not recover",
    rig: changingCompactor((compactor) => ({
      recover: (history) => compactor.recover(history, null),
    })),
  },
  {
    foundBy: "overflow-on-later-call",
    fault: "recovers only at the beginning of a turn",
    rig: changingCompactor((compactor) => ({
      recover: (history, error, options) =>
        compactor.recover(
          history,
          history.items.at(-1)?.message.role === "tool" ? null : error,
          options,
        ),
    })),
  },
  {
    foundBy: "overflow-twice",
    fault: "loses the question if there is no answer",
    rig: fetchRig({
      instance: (instance) => ({
        ...instance,
        async turn(input, signal) {
          const before = await instance.stored();
          return instance.turn(input, signal).catch(async (error: unknown) => {
            await instance.write(before.slice(2));
            throw error;
          });
        },
      }),
    }),
  },
  {
    foundBy: "overflow-for-ever",
    fault: "retries without a limit",
    rig: fetchRig({
      client: (client) => ({
        async send(request, options) {
          for (let attempt = 0; attempt < 8; attempt += 1)
            try {
              return await client.send(request, options);
            } catch {
              continue;
            }
          return client.send(request, options);
        },
      }),
    }),
  },
  {
    foundBy: "overflow-for-ever",
    fault: "throws an error of its own instead of the provider's",
    rig: fetchRig({
      instance: (instance) => ({
        ...instance,
        turn: async (input, signal) =>
          instance.turn(input, signal).catch(() => {
            throw Object.assign(new Error("too large"), { code: "context_length_exceeded" });
          }),
      }),
    }),
  },
  {
    foundBy: "overflow-without-summary",
    fault: "throws the error of the summary instead of the provider's",
    rig: changingCompactor((compactor) => ({
      async recover(...given) {
        const result = await compactor.recover(...given);
        if (result.outcome.type === "failed") throw result.outcome.error;
        return result;
      },
    })),
  },
  {
    foundBy: "overflow-without-summary",
    fault: "drops the state of a failed recovery",
    rig: changingCompactor((compactor) => ({
      async recover(history, ...rest) {
        const result = await compactor.recover(history, ...rest);
        return result.outcome.type === "failed" ? { ...result, state: emptyState() } : result;
      },
    })),
  },
  {
    foundBy: "overflow-propagates",
    fault: "recovers, but declares that it does not",
    rig: fetchRig({ facts: { overflow: "propagates" } }),
  },
  {
    foundBy: "overflow-in-stream-before-content",
    fault: "reports output before there is any",
    rig: fetchRig({
      client: (client) => ({
        send: async (request, options) =>
          client.send(request, options).catch((error: unknown) => {
            if (isInStream(error)) options?.onText?.("");
            throw error;
          }),
      }),
    }),
  },
  {
    foundBy: "overflow-in-stream-after-content",
    fault: "retries after the user received output",
    rig: fetchRig({
      client: (client) => ({
        async send(request, options) {
          let hasOutput = false;
          const onText = (piece: string): void => {
            hasOutput = true;
            options?.onText?.(piece);
          };
          return client
            .send(request, options?.onText === undefined ? options : { ...options, onText })
            .catch((error: unknown) => {
              if (hasOutput) return client.send(request, options);
              throw error;
            });
        },
      }),
    }),
  },
  {
    foundBy: "failed-stream-hidden",
    fault: "retries answers without usage",
    rig: silentHostRig({
      client: (client) => ({
        async send(request, options) {
          const answer = await client.send(request, options);
          return answer.usage === null ? client.send(request, options) : answer;
        },
      }),
    }),
  },
  {
    foundBy: "rate-limit-is-no-overflow",
    fault: "replaces other errors of the provider",
    rig: fetchRig({
      instance: (instance) => ({
        ...instance,
        turn: async (input, signal) =>
          instance.turn(input, signal).catch((error: unknown) => {
            throw isContextOverflow(error) ? error : new Error("the request failed");
          }),
      }),
    }),
  },
  {
    foundBy: "rate-limit-is-no-overflow",
    fault: "treats every error as overflow",
    rig: changingCompactor((compactor) => ({
      recover: (history, _error, options) =>
        compactor.recover(history, new Error("context_length_exceeded"), options),
    })),
  },
  {
    foundBy: "overflow-in-bytes",
    fault: "recovers from too many tokens only",
    rig: changingCompactor((compactor) => ({
      recover: (history, error, options) => {
        const isBytes = classifyProviderError(error) === "payload-too-large";
        return compactor.recover(history, isBytes ? new Error("failed") : error, options);
      },
    })),
  },
  {
    foundBy: "overflow-in-any-words",
    fault: "knows the words of two providers only",
    rig: changingCompactor((compactor) => ({
      recover: (history, error, options) => {
        const { message } = error instanceof Error ? error : { message: "" };
        const isKnown = /context_length_exceeded|context window|too long|bytes/.test(message);
        return compactor.recover(history, isKnown ? error : new Error("failed"), options);
      },
    })),
  },
];
