import { createHash } from "node:crypto";
import {
  type AnthropicBlock,
  type AnthropicMessage,
  type AnthropicRequest,
  blocksOf,
  readBlock,
  systemPartsOf,
} from "./anthropic-request.ts";
import { bindsThinking } from "./claude-model.ts";
import {
  hashOf,
  type MismatchedThinking,
  NO_THINKING,
  readBinding,
  type ThinkingBinding,
} from "./thinking-signature.ts";

const CONTROLS = "thinking-binding-controls-2026-08-01";

/** Returns whether the request has the beta header for the controls of bound thinking. */
export function wantsBindingControls({ betas = [] }: AnthropicRequest): boolean {
  return betas.includes(CONTROLS);
}

/** Returns whether the request asks to drop mismatched thinking instead of failing. */
export function dropsMismatches({ thinking }: AnthropicRequest): boolean {
  return thinking?.block_binding?.prefix_mismatch_behavior === "drop_block";
}

/**
 * Returns the thinking blocks that were created with another prefix than the request has, in order.
 *
 * As in Anthropic's API, a mismatched block also invalidates the thinking blocks right after it. Leaving out the oldest
 * thinking blocks is allowed; leaving out one between others is not. Signatures of other providers cannot be checked
 * and pass.
 */
export function mismatchedThinking(request: AnthropicRequest): readonly MismatchedThinking[] {
  if (!bindsThinking(request.model)) return [];
  const found: MismatchedThinking[] = [];
  walkThinking(request, (block, path, here) => {
    const made = readBinding(block.signature ?? "");
    const differs = made === null ? null : firstDifference(made, here);
    const followsMismatch = found.at(-1)?.path === pathBefore(path);
    if (differs === null && !followsMismatch) return true;
    found.push({ path, differs: differs ?? "previous" });
    return false;
  });
  return found;
}

/** Removes the thinking blocks at these paths. */
export function withoutThinking(
  request: AnthropicRequest,
  paths: readonly string[],
): AnthropicRequest {
  if (paths.length === 0) return request;
  const withheld = new Set(paths);
  const messages = request.messages.map((message, index): AnthropicMessage => {
    if (typeof message.content === "string") return message;
    const content = message.content.filter((_, position) => !withheld.has(pathOf(index, position)));
    return { ...message, content };
  });
  return { ...request, messages };
}

/** Returns the binding of thinking in the answer to a request, or `null` for models that do not bind thinking. */
export function bindingOfAnswer(request: AnthropicRequest): ThinkingBinding | null {
  return bindsThinking(request.model) ? walkThinking(request, () => true) : null;
}

/** Returns Anthropic's error for mismatched thinking. */
export function mismatchMessage(
  { path, differs }: MismatchedThinking,
  request: AnthropicRequest,
): string {
  const header = wantsBindingControls(request)
    ? ""
    : ` That setting requires the \`${CONTROLS}\` value in the \`anthropic-beta\` header.`;
  return `${path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".${header}${DIFFERENCES[differs]}`;
}

/** The known messages. The message for a different conversation is not known. */
const DIFFERENCES: Readonly<Record<keyof ThinkingBinding, string>> = {
  system: " The `system` prompt differs from the one this block was created with.",
  conversation: "",
  previous:
    " The `thinking` block that preceded this one when it was created is missing from this request.",
};

function firstDifference(
  made: ThinkingBinding,
  here: ThinkingBinding,
): keyof ThinkingBinding | null {
  if (made.system !== here.system) return "system";
  if (made.conversation !== here.conversation) return "conversation";
  const isOldest = here.previous === NO_THINKING;
  return isOldest || made.previous === here.previous ? null : "previous";
}

/**
 * Calls `isKept` for each thinking block with the binding at its position.
 *
 * @param isKept returns whether the block counts as the previous block of later ones
 * @returns the binding at the end of the request
 */
function walkThinking(
  request: AnthropicRequest,
  isKept: (block: AnthropicBlock, path: string, here: ThinkingBinding) => boolean,
): ThinkingBinding {
  const system = hashOf(JSON.stringify(systemPartsOf(request)));
  const conversation = createHash("sha256").update(contentText(request.tools ?? []));
  let previous = NO_THINKING;
  const here = (): ThinkingBinding => ({
    system,
    conversation: conversation.copy().digest("base64"),
    previous,
  });
  for (const [index, message] of request.messages.entries())
    for (const [position, block] of blocksOf(message).entries()) {
      if (block.type !== "thinking" && block.type !== "redacted_thinking")
        conversation.update(`${message.role} ${contentText(readBlock(block))}\n`);
      else if (isKept(block, pathOf(index, position), here()))
        previous = hashOf(block.signature ?? block.data ?? "");
    }
  return here();
}

/** Omits cache points, which may move without changing the binding. */
function contentText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) =>
    key === "cache_control" ? undefined : inner,
  );
}

function pathOf(message: number, position: number): string {
  return `messages.${message}.content.${position}`;
}

function pathBefore(path: string): string {
  return path.replace(/(?<!\d)\d+$/u, (position) => String(Number(position) - 1));
}
