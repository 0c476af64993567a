import { TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";
import {
  contextBlock,
  focusBlock,
  lengthRule,
  type PromptExtras,
  rulesBlock,
  versionOf,
} from "./blocks.ts";
import type { VersionedText } from "./prompt.ts";
import { SUMMARY_RULES } from "./rules.ts";
import { defaultSections, type Section, sectionsText } from "./sections.ts";
import { TURN_SECTIONS } from "./turn-prefix-prompt.ts";

export type AlignedPromptRequest = PromptExtras & {
  readonly sections?: readonly Section[];
  /** Whether the conversation begins with a summary that is replaced. */
  readonly hasPrevious: boolean;
  /** Whether the conversation begins with summaries that stay. */
  readonly hasEarlier?: boolean;
  /** Whether the conversation ends within a turn. */
  readonly isSplit: boolean;
};

const ASK = `Stop the work above. Your task now is a summary. Call no tools and continue nothing.
Summarize the whole conversation above so that another model can continue the work without having seen it. Write only the
summary, with exactly these sections:`;

const MERGE =
  "The conversation begins with an earlier summary. Merge it: keep each of its facts that still holds, word for word, and write a changed fact with its new value.";

const EARLIER =
  "The conversation begins with summaries of earlier parts, which the next model reads too. Do not repeat them. Summarize the messages after them, and name what has changed since.";

const TURN = `The conversation ends within a turn. Leave that turn out of the sections above. After them, write a line with
"---", a line with "${TURN_CONTEXT_HEADING}", and then, for that turn alone:

${sectionsText(TURN_SECTIONS)}`;

/** Returns the message to append to a live conversation, so that the provider reads it from its cache. */
export function alignedPrompt(request: AlignedPromptRequest): VersionedText {
  const {
    hasEarlier = false,
    hasPrevious,
    isSplit,
    prompt = null,
    sections = defaultSections,
  } = request;
  const blocks = [
    contextBlock(request.contextLines),
    rulesBlock(request),
    prompt ?? `${ASK}\n\n${sectionsText(sections)}`,
    hasPrevious ? MERGE : "",
    hasEarlier ? EARLIER : "",
    isSplit ? TURN : "",
    SUMMARY_RULES,
    lengthRule(request.maxTokens),
    focusBlock(request.instructions),
  ];
  return {
    version: versionOf(hasEarlier ? "aligned-segment/2" : "aligned-summary/3", {
      prompt,
      sections: sections !== defaultSections,
    }),
    text: blocks
      .filter((block) => block !== "")
      .join("\n\n")
      .toWellFormed(),
  };
}
