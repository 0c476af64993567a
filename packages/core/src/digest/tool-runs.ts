import { pairResults } from "../log/pairing.ts";
import type { Item } from "../model/item.ts";
import { textOf, toolCalls, type ToolCallPart, type ToolMessage } from "../model/message.ts";
import { type ToolArguments, toolArguments } from "./tool-arguments.ts";
import { type ToolKind, toolKindOf, type ToolKinds } from "./tool-kinds.ts";

/** A tool call with what came of it; `result` is `null` where nothing did. */
export type ToolRun = {
  readonly call: ToolCallPart;
  readonly callItem: Item;
  readonly result: ToolMessage | null;
  readonly kind: ToolKind;
  readonly values: ToolArguments;
};

/** The tool calls of some items in order, each with its result. */
export function toolRuns(items: readonly Item[], kinds?: ToolKinds): readonly ToolRun[] {
  const { resultsOf } = pairResults(items.map((item) => item.message));
  return items.flatMap((callItem, index) =>
    toolCalls(callItem.message).map((call, place) => {
      const found = items[resultsOf.get(index)?.[place] ?? -1]?.message;
      const values = toolArguments(call);
      return {
        call,
        callItem,
        result: found?.role === "tool" ? found : null,
        kind: toolKindOf(call, kinds, values),
        values,
      };
    }),
  );
}

const EXIT_CODES: readonly RegExp[] = [
  /\bexit(?:ed)?(?: with)?(?: exit)?[ _]?(?:code|status)["']?(?: of)?\s*(?:[:=]\s*)?(-?\d{1,10})(?![\w.])/iu,
  /"(?:returncode|return_code|exit)"\s*:\s*(-?\d{1,10})\b/u,
  /[[(<]exit:? (-?\d{1,10})[\])>]|\bexit: (-?\d{1,10})(?![\w.])|^exit (-?\d{1,10})\s*$/imu,
];

/**
 * The exit code that a command's result tells in its first 400 or last 200 characters (`exited with code 1`,
 * `"exit_code": 0`, `exit status 2`, `[exit 1]`); `null` where it tells none.
 */
export function exitCodeOf(result: ToolMessage | null): number | null {
  if (result === null) return null;
  const text = textOf(result);
  for (const place of [text.slice(0, 400), text.slice(-200)]) {
    for (const form of EXIT_CODES) {
      const code = form
        .exec(place)
        ?.slice(1)
        .find((group) => group !== undefined);
      if (code !== undefined) return Number(code);
    }
  }
  return null;
}

/** Whether a run went wrong: its result says so or, for a command, tells an exit code other than 0. */
export function hasFailed(run: ToolRun): boolean {
  if (run.result?.failed === true) return true;
  return run.kind === "command" && (exitCodeOf(run.result) ?? 0) !== 0;
}
