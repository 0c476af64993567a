import type { ChatMessage } from "@cutpoint/example-chat";
import { type History, viewOf } from "@cutpoint/core";
import { summaryText } from "../../../../src/adapter/scripted-summarizer.ts";
import { fetchRig } from "../fetch-rig.ts";
import { silentHostRig } from "../silent-host.ts";
import {
  applyingTwice,
  changingCompactor,
  changingRequests,
  type FaultyAdapter,
} from "./faulty-adapter.ts";

function isSummary({ content }: ChatMessage): boolean {
  return JSON.stringify(content ?? "").includes("Summary number");
}

export const faultyCompactions: readonly FaultyAdapter[] = [
  {
    foundBy: "no-trigger",
    fault: "changes the system text",
    rig: fetchRig({
      complete:
        (complete, { withAdapter }) =>
        (state, request, options) =>
          complete(
            state,
            withAdapter && request.system !== undefined
              ? { ...request, system: `${request.system} (compacted never)` }
              : request,
            options,
          ),
    }),
  },
  {
    foundBy: "compacts-when-due",
    fault: "never compacts",
    rig: changingCompactor(() => ({
      async fit(history) {
        const view = viewOf(history);
        const outcome = { type: "unchanged", why: "below-trigger" } as const;
        return { view, state: history.state, history, outcome, warnings: view.warnings };
      },
    })),
  },
  {
    foundBy: "compacts-when-due",
    fault: "applies a compaction twice",
    rig: applyingTwice(),
  },
  {
    foundBy: "cut-at-every-position",
    fault: "drops leading tool results",
    rig: changingRequests((messages) => {
      const first = messages.findIndex(({ role }) => role === "tool");
      return isSummary(messages[0] ?? { role: "" })
        ? messages.filter((_, index) => index !== first)
        : messages;
    }),
  },
  {
    foundBy: "transcript-cut-short",
    fault: "sends calls without results",
    rig: changingCompactor((compactor) => ({
      async fit(history, options) {
        const fitted = await compactor.fit(history, options);
        if (fitted.outcome.type === "compacted" || fitted.state !== null) return fitted;
        const messages = history.items.map(({ message }) => message);
        return { ...fitted, view: { ...fitted.view, messages } };
      },
    })),
  },
  {
    foundBy: "first-summary-kept",
    fault: "drops the first summary",
    rig: changingRequests((messages) => {
      const text = JSON.stringify(messages);
      return text.includes(summaryText(2))
        ? (JSON.parse(text.replaceAll(summaryText(1), "")) as typeof messages)
        : messages;
    }),
  },
  {
    foundBy: "system-and-tools-counted",
    fault: "counts only messages",
    rig: changingCompactor((compactor) => ({
      fit: (history, { system: _system, tools: _tools, ...options } = {}) =>
        compactor.fit(history, options),
    })),
  },
  {
    foundBy: "view-stable-in-turn",
    fault: "builds a new view for each request",
    rig: fetchRig({
      complete: (complete) => (state, request, options) =>
        complete({ ...state, compaction: null }, request, options),
    }),
  },
  {
    foundBy: "giant-result-in-turn",
    fault: "compacts only between turns",
    rig: changingCompactor((compactor) => {
      const isAtTurn = ({ items }: History): boolean => items.at(-1)?.message.role === "user";
      return {
        fit: (history, options) =>
          compactor.fit(
            history,
            isAtTurn(history) ? options : { ...options, windowTokens: 10_000_000 },
          ),
        recover: async (history, error, options) => ({
          ...(await compactor.recover(history, isAtTurn(history) ? error : null, options)),
        }),
      };
    }),
  },
  {
    foundBy: "giant-result-ends-turn",
    fault: "runs before each call, but declares once for each turn",
    rig: silentHostRig({ compactor: (compactor) => compactor }),
  },
];
