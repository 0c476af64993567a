import type { Item } from "@cutpoint/core";
import {
  createRecallTool,
  type RecallSource,
  type RecallTool,
  type RecallToolOptions,
} from "@cutpoint/session";
import type { UnitFormat } from "./unit-format.ts";

/** Returns messages of the host to search, oldest first. `Call` is what the host passes to its tools. */
export type HostMessages<HostMessage, Call> = (
  call: Call,
) => readonly HostMessage[] | Promise<readonly HostMessage[]>;

/** What the recall tool of an adapter searches: messages of the host, a session, or a search of your own. */
export type HostRecallSource<HostMessage, Call> =
  | Exclude<RecallSource, () => unknown>
  | HostMessages<HostMessage, Call>;

/** A tool of an adapter, which the host calls. */
export type HostTool<Call> = Omit<RecallTool, "execute"> & {
  /** Returns the tool result for the model. */
  readonly execute: (input: unknown, call: Call, signal?: AbortSignal) => Promise<string>;
};

/**
 * Creates the recall tool of an adapter. Messages of the host are searched by their position.
 *
 * @param sources all of them are searched
 * @throws `invalid-input` if a source cannot be searched, or `maxTokens` is not a positive integer
 */
export function createHostRecallTool<Unit, HostMessage, Call>(
  sources: readonly HostRecallSource<HostMessage, Call>[],
  format: Pick<UnitFormat<Unit, HostMessage>, "split" | "toMessage">,
  options: RecallToolOptions = {},
): HostTool<Call> {
  const { execute: _unbound, ...definition } = createRecallTool(sources as RecallSource[], options);
  return {
    ...definition,
    execute(input, call, signal) {
      const bound = sources.map((source): RecallSource => {
        if (typeof source !== "function") return source;
        return async () => itemsIn(await source(call), format);
      });
      return createRecallTool(bound, options).execute(input, signal);
    },
  };
}

/** Returns messages of the host as items whose ids are their positions. */
export function itemsIn<Unit, HostMessage>(
  messages: readonly HostMessage[],
  { split, toMessage }: Pick<UnitFormat<Unit, HostMessage>, "split" | "toMessage">,
): readonly Item[] {
  return split(messages).map((unit, place) => ({
    id: String(place + 1),
    message: toMessage(unit),
  }));
}
