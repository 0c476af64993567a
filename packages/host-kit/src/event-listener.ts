import type { CompactionEvent } from "@cutpoint/core";

type Listeners = {
  readonly onEvent?: ((event: CompactionEvent) => void) | undefined;
  readonly onWarning?: unknown;
};

/** Returns the app's listener. If the app has none, a model without a known window is reported on the console. */
export function eventListener({ onEvent, onWarning }: Listeners): (event: CompactionEvent) => void {
  return onEvent ?? (onWarning === undefined ? warnUnknownWindow : () => undefined);
}

function warnUnknownWindow(event: CompactionEvent): void {
  if (event.type !== "unknown-window") return;
  const model = event.model ?? "the model";
  process.emitWarning(
    `the context window of ${model} is unknown, so a compaction starts only after a refused request: set policy.windowTokens, or onEvent to hide this`,
    { type: "CutpointWarning" },
  );
}
