import type { CompactionState, Compactor, Message } from "@cutpoint/core";
import { answeredPlaces } from "../reading/cut.ts";
import { itemsOf, systemMessages } from "./steps.ts";

/**
 * Compacts a history at its end, and if `isGrowing` also before each answer that needs it, as a session does.
 *
 * Returns the last view with the system messages, which do not count, and the number of compactions.
 */
export async function compactAlong(
  compactor: Compactor,
  history: readonly Message[],
  { windowTokens, isGrowing }: { readonly windowTokens: number; readonly isGrowing: boolean },
): Promise<{ readonly messages: readonly Message[]; readonly compactions: number }> {
  const items = itemsOf(history.filter(({ role }) => role !== "system"));
  let state: CompactionState | null = null;
  let compactions = 0;
  for (const place of isGrowing ? answeredPlaces(items.map(({ message }) => message)) : []) {
    const grown = { items: items.slice(0, place), state };
    const fitted = await compactor.fit(grown, { windowTokens });
    if (fitted.outcome.type === "compacted") compactions += 1;
    ({ state } = fitted);
  }
  const last = await compactor.fit({ items, state }, { windowTokens, force: true });
  if (last.outcome.type === "compacted") compactions += 1;
  return { messages: [...systemMessages(history), ...last.view.messages], compactions };
}
