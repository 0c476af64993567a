import {
  type AgentInputItem,
  isRunContextAwareSession,
  type RunContext,
  type RunContextAwareSession,
  type Session,
} from "@openai/agents-core";
import type { ItemLog } from "./item-log.ts";

/** The methods that every session has. The run's context is passed to a session that accepts it. */
export type InnerMethods = Pick<ItemLog, "append" | "pop" | "clear"> & {
  readonly getItems: (context: RunContext | undefined) => Promise<AgentInputItem[]>;
};

export function innerMethods(inner: Session): InnerMethods {
  const own = inner as RunContextAwareSession;
  const passed = (context: RunContext | undefined): RunContext | undefined =>
    isRunContextAwareSession(inner) ? context : undefined;
  return {
    getItems: async (context) => own.getItems(undefined, passed(context)),
    async append(items, context) {
      if (items.length > 0) await own.addItems([...items], passed(context));
    },
    pop: async (context) => own.popItem(passed(context)),
    clear: async (context) => own.clearSession(passed(context)),
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
  const methods = [...FORWARDED, ...QUEUED].flatMap((name): readonly [string, Method][] => {
    const value: unknown = Reflect.get(inner, name);
    if (typeof value !== "function") return [];
    const call: Method = (...values): unknown => Reflect.apply(value, inner, values);
    return [
      [name, QUEUED.includes(name) ? (...values) => inOrder(async () => call(...values)) : call],
    ];
  });
  return Object.fromEntries(methods);
}
