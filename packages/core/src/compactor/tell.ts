import type { CompactionReason } from "../model/receipt.ts";
import type { ResolvedOptions } from "./engine.ts";
import type { CompactionEvent } from "./events.ts";

type OmitEach<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** What one event says beside which run it belongs to. */
type Step = OmitEach<CompactionEvent, keyof Run>;

/** Which run an event belongs to. */
type Run = Pick<CompactionEvent, "reason" | "willRetry" | "sessionId" | "parentSessionId">;

/** The session whose run it is; none where a host keeps the messages. */
export type Scope = { readonly sessionId?: string; readonly parentSessionId?: string };

/** Tells one step of a run; a listener that throws is not heard and does no harm. */
export type Emit = (step: Step) => void;

export function createEmitter(
  engine: ResolvedOptions,
  reason: CompactionReason,
  scope: Scope = {},
): Emit {
  const run: Run = { reason, willRetry: reason === "overflow", ...scope };
  return (step) => {
    try {
      engine.onEvent({ ...step, ...run });
    } catch {
      return;
    }
  };
}
