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

/** Whether the request asks for the controls of bound thinking, by a beta header. */
export function wantsBindingControls({ betas = [] }: AnthropicRequest): boolean {
  return betas.includes(CONTROLS);
}

/** Whether the request asks to leave out mismatched thinking instead of failing. */
export function dropsMismatches({ thinking }: AnthropicRequest): boolean {
  return thinking?.block_binding?.prefix_mismatch_behavior === "drop_block";
}

/**
 * Finds the thinking blocks that do not belong behind what the request has before them, in order.
 *
 * A mismatched block takes the thinking blocks right behind it along, as at the vendor. Leaving out the oldest thinking
 * blocks is allowed; leaving out one between others is not. Signatures of others cannot be checked and pass.
 */
export function mismatchedThinking(request: AnthropicRequest): readonly MismatchedThinking[] {
  if (!bindsThinking(request.model)) return [];
  const found: MismatchedThinking[] = [];
  walk(request, (block, path, here) => {
    const made = readBinding(block.signature ?? "");
    const differs = made === null ? null : firstDifference(made, here);
    const followsMismatch = found.at(-1)?.path === pathBefore(path);
    if (differs === null && !followsMismatch) return true;
    found.push({ path, differs: differs ?? "previous" });
    return false;
  });
  return found;
}

/** The request as the model sees it: without the thinking blocks at these paths. */
export function withoutThinking(
  request: AnthropicRequest,
  paths: readonly string[],
): AnthropicRequest {
  if (paths.length === 0) return request;
  const withheld = new Set(paths);
  const messages = request.messages.map((message, index): AnthropicMessage => {
    if (typeof message.content === "string") return message;
    const content = message.content.filter((_, place) => !withheld.has(pathOf(index, place)));
    return { ...message, content };
  });
  return { ...request, messages };
}

/** What thinking in the answer to a request is made under; `null` for models that do not bind thinking. */
export function bindingOfAnswer(request: AnthropicRequest): ThinkingBinding | null {
  return bindsThinking(request.model) ? walk(request, () => true) : null;
}

/** The vendor's words for mismatched thinking. */
export function mismatchWords(
  { path, differs }: MismatchedThinking,
  request: AnthropicRequest,
): string {
  const header = wantsBindingControls(request)
    ? ""
    : ` That setting requires the \`${CONTROLS}\` value in the \`anthropic-beta\` header.`;
  return `${path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".${header}${DIFFERENCES[differs]}`;
}

/** Only these two were seen; the words for other differences are not known. */
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
 * Goes through all blocks with what stands before each thinking block.
 *
 * @param isKept called with each thinking block; one that is not kept does not count as a block before others
 * @returns what stands before an answer
 */
function walk(
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
    for (const [place, block] of blocksOf(message).entries()) {
      if (block.type !== "thinking" && block.type !== "redacted_thinking")
        conversation.update(`${message.role} ${contentText(readBlock(block))}\n`);
      else if (isKept(block, pathOf(index, place), here()))
        previous = hashOf(block.signature ?? block.data ?? "");
    }
  return here();
}

/** Cache points may move, so they are no part of what thinking is bound to. */
function contentText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) =>
    key === "cache_control" ? undefined : inner,
  );
}

function pathOf(message: number, place: number): string {
  return `messages.${message}.content.${place}`;
}

function pathBefore(path: string): string {
  return path.replace(/\d+$/u, (place) => String(Number(place) - 1));
}
