import type { CompactionEvent } from "@cutpoint/core";
import { warnUnknownWindow } from "@cutpoint/core/session";
import type { CompactionWarning } from "./guard.ts";

type Listeners = {
  readonly onEvent?: ((event: CompactionEvent) => void) | undefined;
  readonly onWarning?: ((warning: CompactionWarning) => void) | undefined;
};

/** What the console has shown. An app may create an adapter for each request, and the warnings should not repeat. */
const shown = new Set<string>();

const MAX_SHOWN = 100;

function isNew(warning: string): boolean {
  return shown.size < MAX_SHOWN && shown.size !== shown.add(warning).size;
}

/** Returns the app's listener. If the app has none, a model without a known window is reported on the console, once. */
export function eventListener({ onEvent, onWarning }: Listeners): (event: CompactionEvent) => void {
  if (onEvent !== undefined) return onEvent;
  return (event) => {
    if (onWarning === undefined && event.type === "unknown-window" && isNew(`model ${event.model}`))
      warnUnknownWindow(event);
  };
}

/** Returns the app's listener. If the app has none, a state or a message that is not stored is reported on the console, once. */
export function warningListener({
  onEvent,
  onWarning,
}: Listeners): (warning: CompactionWarning) => void {
  if (onWarning !== undefined || onEvent !== undefined) return onWarning ?? (() => undefined);
  return (warning) => {
    const text =
      "error" in warning
        ? `states failed, so a state is only in memory until the next request: ${String(warning.error)}`
        : STATE_WARNINGS.get(warning.type);
    if (text !== undefined && isNew(text)) console.warn(`Cutpoint: ${text}`);
  };
}

const STATE_WARNINGS: ReadonlyMap<CompactionWarning["type"], string> = new Map([
  [
    "state-not-stored",
    "states is set, but a request names no conversation, so its state is only in memory: set conversationId, or onWarning to hide this",
  ],
  [
    "store-not-used",
    "compacted messages stay in the thread, because the agent has no store or no checkpointer of its own: pass both, or another persist",
  ],
]);
