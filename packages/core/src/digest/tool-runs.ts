import type { Item } from "../message/item.ts";
import { textOf, type ToolCallPart, toolCalls, type ToolMessage } from "../message/message.ts";
import { type FileOperations, fileOperationsOf } from "./file-operations.ts";
import {
  commandArgument,
  pathArgument,
  queryArgument,
  type ToolArguments,
  toolArguments,
  type ToolKind,
  toolKindOf,
  type ToolKinds,
} from "./tool-kinds.ts";

/** A tool call and its result. The other fields are computed when they are first read. */
export type ToolRun = {
  readonly call: ToolCallPart;
  readonly callItem: Item;
  /** `null` without a result. */
  readonly result: ToolMessage | null;
  readonly kind: ToolKind;
  readonly values: ToolArguments;
  /** Whether the result reports an error or, for a command, an exit code other than 0. */
  readonly failed: boolean;
  /** The exit code that the result contains; `null` without one. */
  readonly exitCode: number | null;
  /** The file that the call names. */
  readonly path: string | undefined;
  /** The command line that the call runs. */
  readonly command: string | undefined;
  /** What a search looks for. */
  readonly query: string | undefined;
  /** The files that the call reads or modifies, as plain paths. */
  readonly files: FileOperations;
};

type Pair = { readonly call: ToolCallPart; readonly callItem: Item; result: ToolMessage | null };

/**
 * Returns the tool calls of some items in order, each with its result: a result belongs to the newest call with its id
 * before it, and each call takes one.
 */
export function toolRuns(items: readonly Item[], kinds?: ToolKinds): readonly ToolRun[] {
  const pairs: Pair[] = [];
  const newest = new Map<string, Pair>();
  for (const callItem of items) {
    const { message } = callItem;
    if (message.role === "tool") {
      const answered = newest.get(message.callId);
      if (answered !== undefined) answered.result ??= message;
    }
    for (const call of toolCalls(message)) {
      const pair = { call, callItem, result: null };
      pairs.push(pair);
      newest.set(call.callId, pair);
    }
  }
  return pairs.map((pair) => toolRun(pair, kinds));
}

function toolRun({ call, callItem, result }: Pair, kinds: ToolKinds | undefined): ToolRun {
  let exitCode: number | null | undefined;
  let files: FileOperations | undefined;
  let kind: ToolKind | undefined;
  let values: ToolArguments | undefined;
  return {
    call,
    callItem,
    result,
    get kind() {
      return (kind ??= toolKindOf(call, kinds, this.values));
    },
    get values() {
      return (values ??= toolArguments(call));
    },
    get exitCode() {
      if (exitCode === undefined) exitCode = exitCodeOf(result);
      return exitCode;
    },
    get failed() {
      return result?.failed === true || (this.kind === "command" && (this.exitCode ?? 0) !== 0);
    },
    get path() {
      return pathArgument(this.values);
    },
    get command() {
      return commandArgument(this.values);
    },
    get query() {
      return queryArgument(this.values);
    },
    get files() {
      return (files ??= fileOperationsOf(this.values, this.kind));
    },
  };
}

const EXIT_CODES: readonly RegExp[] = [
  /\bexit(?:ed)?(?: with)?(?: exit)?[ _]?(?:code|status)["']?(?: of)?\s*(?:[:=]\s*)?(-?\d{1,10})(?![\w.])/iu,
  /"(?:returncode|return_code|exit)"\s*:\s*(-?\d{1,10})\b/u,
  /[[(<]exit:? (-?\d{1,10})[\])>]|\bexit: (-?\d{1,10})(?![\w.])|^exit (-?\d{1,10})\s*$/imu,
];

/**
 * Returns the exit code in the first 400 or last 200 characters of a result (`exited with code 1`, `"exit_code": 0`,
 * `exit status 2`, `[exit 1]`); `null` without one.
 */
function exitCodeOf(result: ToolMessage | null): number | null {
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
