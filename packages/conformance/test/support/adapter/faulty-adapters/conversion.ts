import { type Message, type Policy, toolCalls, viewOf } from "@cutpoint/core";
import { fetchRig } from "../fetch-rig.ts";
import { plainHostRig } from "../plain-host.ts";
import { changingRequests, type FaultyAdapter } from "./faulty-adapter.ts";

function hasReasoning({ parts }: Message): boolean {
  return parts.some(({ type }) => type === "reasoning");
}

export const faultyConversions: readonly FaultyAdapter[] = [
  {
    foundBy: "round-trip-samples",
    fault: "changes the JSON text of arguments",
    rig: fetchRig({
      roundTrip: (messages) =>
        messages.map(({ tool_calls: calls, ...message }) =>
          calls === undefined
            ? message
            : {
                ...message,
                tool_calls: calls.map((call) => ({
                  ...call,
                  function: {
                    ...call.function,
                    arguments: call.function.arguments.replaceAll(" ", ""),
                  },
                })),
              },
        ),
    }),
  },
  {
    foundBy: "round-trip-unknown",
    fault: "drops unknown messages",
    rig: fetchRig({ roundTrip: (messages) => messages.filter(({ role }) => role !== "moderator") }),
  },
  {
    foundBy: "reused-call-ids",
    fault: "sends calls with the ids of the host",
    rig: changingRequests((messages) =>
      messages.map((message) => ({
        ...message,
        ...(message.tool_call_id === undefined ? {} : { tool_call_id: "one" }),
        ...(message.tool_calls === undefined
          ? {}
          : { tool_calls: message.tool_calls.map((call) => ({ ...call, id: "one" })) }),
      })),
    ),
  },
  {
    foundBy: "round-trip-reasoning",
    fault: "truncates signatures",
    rig: plainHostRig({
      roundTrip: (messages) =>
        JSON.parse(
          JSON.stringify(messages).replaceAll(/"signature":"[^"]*"/g, '"signature":"cut"'),
        ) as typeof messages,
    }),
  },
  {
    foundBy: "reasoning-with-follower",
    fault: "sends reasoning without the calls that follow it",
    rig: plainHostRig({
      sending: (messages) => {
        const split = new Set(
          messages
            .filter(hasReasoning)
            .flatMap(toolCalls)
            .map(({ callId }) => callId),
        );
        return messages
          .filter((message) => message.role !== "tool" || !split.has(message.callId))
          .map((message) =>
            message.role === "assistant" && hasReasoning(message)
              ? { ...message, parts: message.parts.filter(({ type }) => type === "reasoning") }
              : message,
          );
      },
    }),
  },
  {
    foundBy: "transcript-on-the-wire",
    fault: "drops messages with images",
    rig: changingRequests((messages) => messages.filter(({ content }) => !Array.isArray(content))),
  },
  {
    foundBy: "recall",
    fault: "searches only the messages that are sent",
    rig: fetchRig({ recalled: (messages) => messages.slice(-2) }),
  },
  ...(
    [
      ["sends large results whole", (policy) => ({ ...policy, intake: { above: 50_000 } })],
      [
        "sends more of them than the policy allows",
        (policy) => ({ ...policy, intake: { above: 2_000 } }),
      ],
    ] satisfies [string, (policy: Policy) => Policy][]
  ).map(([fault, change]) => ({
    foundBy: "intake",
    fault,
    rig: fetchRig({ setup: (setup) => ({ ...setup, policy: change(setup.policy) }) }),
  })),
  {
    foundBy: "compact-tool",
    fault: "ignores what the tool requests",
    rig: fetchRig({ options: (options) => ({ ...options, compactTool: false }) }),
  },
  {
    foundBy: "compact-tool",
    fault: "drops what the model asked to keep",
    rig: fetchRig({
      compactor: (compactor) => ({
        ...compactor,
        async fit(history, options) {
          const result = await compactor.fit(history, options);
          const { state } = result;
          if (state === null) return result;
          const prefix = state.prefix.filter(({ kind }) => kind !== "pin");
          const changed = { ...result, state: { ...state, prefix } };
          const view = viewOf({ items: result.history.items, state: changed.state });
          return { ...changed, view };
        },
      }),
    }),
  },
  {
    foundBy: "compact-tool-early",
    fault: "compacts at any size if the tool was called",
    rig: fetchRig({
      compactor: (compactor) => ({
        ...compactor,
        fit: (history, options) =>
          compactor.fit(history, {
            ...options,
            force: history.items.some(
              ({ message }) => message.role === "tool" && message.name === "compact_conversation",
            ),
          }),
      }),
    }),
  },
  ...(["interrupt-and-resume", "structured-output", "handoff"] as const).map((feature) => ({
    foundBy: `feature-${feature}`,
    fault: `loses ${feature} when it compacts`,
    rig: plainHostRig({ losing: feature }),
  })),
];
