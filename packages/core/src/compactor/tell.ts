import type { CompactionReason } from "../model/receipt.ts";
import type { Engine } from "./engine.ts";
import type { CompactionEvent } from "./events.ts";

type OmitEach<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** What one event says beside which run it belongs to. */
type Step = OmitEach<CompactionEvent, keyof Run>;

/** Which run an event belongs to. */
type Run = Pick<CompactionEvent, "reason" | "willRetry" | "sessionId" | "parentSessionId">;

/** The session whose run it is; none where a host keeps the messages. */
export type Scope = { readonly sessionId?: string; readonly parentSessionId?: string };

/** Tells one step of a run; a listener that throws is not heard and does no harm. */
export type Tell = (step: Step) => void;

export function teller(engine: Engine, reason: CompactionReason, scope: Scope = {}): Tell {
  const run: Run = { reason, willRetry: reason === "overflow", ...scope };
  return (step) => {
    try {
      engine.onEvent({ ...step, ...run });
    } catch {
      return;
    }
  };
}
