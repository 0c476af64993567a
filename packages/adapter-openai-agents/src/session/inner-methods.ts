import {
  type AgentInputItem,
  isRunContextAwareSession,
  type RunContext,
  type Session,
} from "@openai/agents-core";
import type { ItemLog } from "./item-log.ts";

/** The methods that every session has. The run's context is passed to a session that accepts it. */
export type InnerMethods = Pick<ItemLog, "append" | "pop" | "clear"> & {
  readonly getItems: (context: RunContext | undefined) => Promise<AgentInputItem[]>;
};

export function innerMethods(inner: Session): InnerMethods {
  const aware = isRunContextAwareSession(inner) ? inner : null;
  return {
    getItems: async (context) =>
      aware === null ? inner.getItems() : aware.getItems(undefined, context),
    async append(items, context) {
      if (items.length === 0) return;
      await (aware === null ? inner.addItems([...items]) : aware.addItems([...items], context));
    },
    pop: async (context) => (aware === null ? inner.popItem() : aware.popItem(context)),
    clear: async (context) => (aware === null ? inner.clearSession() : aware.clearSession(context)),
  };
}

/** Optional methods that are called on the inner session at once. */
const FORWARDED = [
  "prepareHistoryItemForModelInput",
  "prepareHistoryItemsForPersistenceComparison",
  "preserveReasoningItemIdsForPersistence",
];

/** Optional methods that change items, and run in the order of the calls. */
const QUEUED = ["replaceHistoryWithCompaction", "applyHistoryMutations", "applyHistoryTransaction"];

type Method = (...values: readonly unknown[]) => unknown;

/** Returns the optional methods that a session has. The runner looks for them by name. */
export function optionalMethods(
  inner: Session,
  inOrder: (run: () => Promise<unknown>) => Promise<unknown>,
): Readonly<Record<string, Method>> {
  const bindMethod = (name: string): Method | null => {
    const value: unknown = Reflect.get(inner, name);
    return typeof value === "function"
      ? (...values): unknown => Reflect.apply(value, inner, values)
      : null;
  };
  const found = (names: readonly string[]): readonly (readonly [string, Method])[] =>
    names.flatMap((name) => {
      const call = bindMethod(name);
      return call === null ? [] : [[name, call] as const];
    });
  return Object.fromEntries([
    ...found(FORWARDED),
    ...found(QUEUED).map(([name, call]): readonly [string, Method] => [
      name,
      (...values) => inOrder(async () => call(...values)),
    ]),
  ]);
}
