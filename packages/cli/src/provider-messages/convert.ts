import { toChatMessages } from "@cutpoint/adapter-fetch";
import type { Message } from "@cutpoint/core";
import type { FormatName } from "@cutpoint/readers";
import { toAnthropic } from "./anthropic.ts";
import { toResponseItems } from "./responses.ts";

/** The values of `--format`. */
export const PROVIDER_FORMATS = ["chat", "responses", "anthropic"] as const;

export type ProviderFormat = (typeof PROVIDER_FORMATS)[number];

const ANTHROPIC: readonly FormatName[] = ["anthropic-messages", "claude-code"];
const OPENAI: readonly FormatName[] = ["codex", "openai-agents", "openai-responses"];

/** Converts messages for a provider. Signed reasoning of another provider is left out. */
export function toProvider(
  messages: readonly Message[],
  format: ProviderFormat,
  source: FormatName,
): unknown {
  switch (format) {
    case "chat":
      return toChatMessages(messages);
    case "responses":
      return toResponseItems(messages, OPENAI.includes(source));
    case "anthropic":
      return toAnthropic(messages, ANTHROPIC.includes(source));
  }
}
