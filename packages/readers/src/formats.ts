import { addAiSdkMessages } from "./ai-sdk.ts";
import { addAnthropicMessages } from "./anthropic-messages.ts";
import { createClaudeCodeReader } from "./claude-code/reader.ts";
import { createCodexReader } from "./codex/reader.ts";
import { createCopilotReader } from "./copilot-cli.ts";
import { createCutpointReader } from "./cutpoint-log.ts";
import { createGeminiReader } from "./gemini-cli.ts";
import type { FormatName } from "./imported-session.ts";
import { addLangChainMessages } from "./langchain.ts";
import { addChatMessages, addResponseItems } from "./openai-arrays.ts";
import { createOpencodeReader } from "./opencode.ts";
import { createPiReader } from "./pi.ts";
import type { Problems } from "./problems.ts";
import type { Reader } from "./reader.ts";
import { createSingleThreadReader } from "./single-thread.ts";

/** The readers of all formats. */
export const READERS: Readonly<Record<FormatName, (problems: Problems) => Reader>> = {
  "ai-sdk": messageReader("ai-sdk", addAiSdkMessages),
  "anthropic-messages": messageReader("anthropic-messages", addAnthropicMessages),
  "claude-code": createClaudeCodeReader,
  codex: createCodexReader,
  "copilot-cli": createCopilotReader,
  cutpoint: createCutpointReader,
  "gemini-cli": createGeminiReader,
  langchain: messageReader("langchain", addLangChainMessages),
  "openai-agents": messageReader("openai-agents", addResponseItems),
  "openai-chat": messageReader("openai-chat", addChatMessages),
  "openai-responses": messageReader("openai-responses", addResponseItems),
  opencode: createOpencodeReader,
  pi: createPiReader,
};

function messageReader(
  format: FormatName,
  createAdd: Parameters<typeof createSingleThreadReader>[2],
): (problems: Problems) => Reader {
  return (problems) => createSingleThreadReader(problems, { format }, createAdd);
}
