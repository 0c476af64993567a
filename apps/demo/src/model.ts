import type { AssistantMessage } from "@cutpoint/core";
import type { ChatRequest } from "./chat.ts";

/** Decides the next step from the request alone. */
export interface Model {
  /** Printed at the start, and passed to Cutpoint. */
  readonly name: string;
  answer(request: ChatRequest): Promise<AssistantMessage>;
}
