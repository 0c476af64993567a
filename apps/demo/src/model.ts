import type { AssistantMessage } from "@cutpoint/core";
import type { ChatRequest } from "./chat.ts";

/** Who decides the next step, from nothing but the request. */
export interface Model {
  /** Told on the screen and to Cutpoint. */
  readonly name: string;
  answer(request: ChatRequest): Promise<AssistantMessage>;
}
