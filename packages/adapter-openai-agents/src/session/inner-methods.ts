import {
  type AgentInputItem,
  isRunContextAwareSession,
  type RunContext,
  type Session,
} from "@openai/agents-core";
import type { ItemLog } from "./item-log.ts";

/** The verbs that every session has, with the run's context for one that takes it. */
export type InnerVerbs = Pick<ItemLog, "append" | "pop" | "clear"> & {
  readonly getItems: (context: RunContext | undefined) => Promise<AgentInputItem[]>;
};

export function innerVerbs(inner: Session): InnerVerbs {
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

/** The optional verbs that are the inner session's own business. */
const PASSED_ON = [
  "prepareHistoryItemForModelInput",
  "prepareHistoryItemsForPersistenceComparison",
  "preserveReasoningItemIdsForPersistence",
];

/** Those that change its items, and take their turn. */
const IN_TURN = [
  "replaceHistoryWithCompaction",
  "applyHistoryMutations",
  "applyHistoryTransaction",
];

type Verb = (...values: readonly unknown[]) => unknown;

/** The optional verbs that a session has, and no others: the runner looks for them by name. */
export function optionalVerbs(
  inner: Session,
  inOrder: (run: () => Promise<unknown>) => Promise<unknown>,
): Readonly<Record<string, Verb>> {
  const verb = (name: string): Verb | null => {
    const value: unknown = Reflect.get(inner, name);
    return typeof value === "function"
      ? (...values): unknown => Reflect.apply(value, inner, values)
      : null;
  };
  const found = (names: readonly string[]): readonly (readonly [string, Verb])[] =>
    names.flatMap((name) => {
      const call = verb(name);
      return call === null ? [] : [[name, call] as const];
    });
  return Object.fromEntries([
    ...found(PASSED_ON),
    ...found(IN_TURN).map(([name, call]): readonly [string, Verb] => [
      name,
      (...values) => inOrder(async () => call(...values)),
    ]),
  ]);
}
