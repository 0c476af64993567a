import { TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";
import {
  contextBlock,
  focusBlock,
  lengthRule,
  type PromptExtras,
  tagged,
  versionOf,
} from "./blocks.ts";
import { type Prompt, promptOf } from "./prompt.ts";
import { SUMMARY_RULES } from "./rules.ts";
import { defaultSections, type Section, sectionsText } from "./sections.ts";
import { TURN_SECTIONS } from "./turn-prefix-prompt.ts";

/** What the prompt for a summary is written from. */
export type SummaryPromptRequest = PromptExtras & {
  /** What was said, as `transcriptText` of `@cutpoint/core` tells it. */
  readonly conversation: string;
  /** The beginning of a turn whose end is not shown, told in the same way. */
  readonly turnPrefix?: string;
  /** The sections that the summary has. Default: {@link defaultSections}. */
  readonly sections?: readonly Section[];
};

const FIRST =
  "Summarize the conversation above, so that another model can go on with the work without having seen it. Use exactly these sections:";

const UPDATE = `The conversation above goes on from what <previous-summary> tells. Write one new summary of both, with the sections below:
- Merge: carry over what still holds, add what is new, drop what no longer matters. Never quote the previous summary as a whole.
- Move what was In Progress and is finished now to Done; write Next Steps anew.
- Facts stay: every fact of the previous summary is in the new one, to the letter. Where one has changed, write its new value
  under the same name; where the conversation shows that it no longer holds, say that under its name.
Use exactly these sections:`;

const TURN = `The text in <turn-prefix> is the beginning of a turn whose end is not shown to you. After the sections above, write a line
with "---", a line with "${TURN_CONTEXT_HEADING}", and then, for that turn alone:

${sectionsText(TURN_SECTIONS)}

Put blank lines around both lines.`;

/**
 * The prompt for the first summary of a conversation: `<conversation>`, `<turn-prefix>` and `<additional-context>` where
 * there are any, what is asked for, rules, focus.
 */
export function firstSummaryPrompt(request: SummaryPromptRequest): Prompt {
  return written("first-summary/2", FIRST, request, "");
}

/**
 * The prompt for a summary that takes in the one before it, given as `<previous-summary>`: merged, never quoted, with
 * every fact kept.
 */
export function updateSummaryPrompt(
  request: SummaryPromptRequest & { readonly previousSummary: string },
): Prompt {
  return written("update-summary/2", UPDATE, request, request.previousSummary);
}

/** The first or the update prompt, as there is a previous summary or not. */
export function summaryPrompt(
  request: SummaryPromptRequest & { readonly previousSummary?: string | null },
): Prompt {
  const { previousSummary = null } = request;
  return previousSummary === null || previousSummary.trim() === ""
    ? firstSummaryPrompt(request)
    : updateSummaryPrompt({ ...request, previousSummary });
}

function written(
  name: string,
  instructions: string,
  request: SummaryPromptRequest,
  previousSummary: string,
): Prompt {
  const { conversation, turnPrefix = "", contextLines, maxTokens, prompt = null } = request;
  const { sections = defaultSections } = request;
  const asked = prompt ?? `${instructions}\n\n${sectionsText(sections)}`;
  return promptOf(versionOf(name, { prompt, sections: sections !== defaultSections }), [
    tagged("conversation", conversation),
    tagged("turn-prefix", turnPrefix),
    tagged("previous-summary", previousSummary),
    contextBlock(contextLines),
    asked,
    turnPrefix === "" ? "" : TURN,
    SUMMARY_RULES,
    lengthRule(maxTokens),
    focusBlock(request.instructions),
  ]);
}
