import { TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";
import {
  contextBlock,
  focusBlock,
  lengthRule,
  type PromptExtras,
  rulesBlock,
  tagged,
  versionOf,
} from "./blocks.ts";
import { type Prompt, promptOf } from "./prompt.ts";
import { SUMMARY_RULES } from "./rules.ts";
import { defaultSections, type Section, sectionsText } from "./sections.ts";
import { TURN_SECTIONS } from "./turn-prefix-prompt.ts";

/** The content of a summary prompt. */
export type SummaryPromptRequest = PromptExtras & {
  /** The messages, as text from `transcriptText` of `@cutpoint/core/kit`. */
  readonly conversation: string;
  /** The start of a split turn, as text. */
  readonly turnPrefix?: string;
  /** The summaries of earlier parts, which the next model reads before this one. */
  readonly earlierSummaries?: readonly string[];
  /** Default: {@link defaultSections}. */
  readonly sections?: readonly Section[];
};

const FIRST =
  "Summarize the conversation above so that another model can continue the work without having seen it. Use exactly these sections:";

const EARLIER =
  "The next model reads <earlier-summaries> before your summary. Do not repeat it. Summarize the conversation above, name what has changed since, and list under Done what it calls open and is finished now.";

const UPDATE = `The conversation above continues the one in <previous-summary>. Write one new summary of both:
- Keep every fact, reason, rule and decision of the previous summary that still holds, word for word if possible. Add what is new.
- If a fact has changed, write the new value under the same name. If it no longer holds, say so under its name.
- Move what was In Progress and is finished to Done. Keep steps that are still open, and write Next Steps again.
- If you run out of room, shorten finished work first, never facts, rules, decisions or open steps.
Use exactly these sections:`;

const TURN = `The text in <turn-prefix> is the beginning of a turn whose end is not shown. After the sections above, write a line
with "---", a line with "${TURN_CONTEXT_HEADING}", and then, for that turn alone:

${sectionsText(TURN_SECTIONS)}

Put blank lines around both lines.`;

/** Returns the prompt for a summary that replaces none: of a conversation, or of its newest part. */
export function firstSummaryPrompt(request: SummaryPromptRequest): Prompt {
  const isFirst = (request.earlierSummaries ?? []).length === 0;
  return buildPrompt(isFirst ? "first-summary/4" : "segment-summary/3", FIRST, request, "");
}

/** Returns the prompt for a summary that merges the previous one and keeps its facts. */
export function updateSummaryPrompt(
  request: SummaryPromptRequest & { readonly previousSummary: string },
): Prompt {
  return buildPrompt("update-summary/4", UPDATE, request, request.previousSummary);
}

/** Returns the update prompt if there is a previous summary, otherwise the first prompt. */
export function summaryPrompt(
  request: SummaryPromptRequest & { readonly previousSummary?: string | null },
): Prompt {
  const { previousSummary = null } = request;
  return previousSummary === null || previousSummary.trim() === ""
    ? firstSummaryPrompt(request)
    : updateSummaryPrompt({ ...request, previousSummary });
}

function buildPrompt(
  name: string,
  instructions: string,
  request: SummaryPromptRequest,
  previousSummary: string,
): Prompt {
  const { conversation, turnPrefix = "", contextLines, maxTokens, prompt = null } = request;
  const { earlierSummaries = [], sections = defaultSections } = request;
  const earlier = tagged("earlier-summaries", earlierSummaries.join("\n\n"));
  const task = prompt ?? `${instructions}\n\n${sectionsText(sections)}`;
  return promptOf(versionOf(name, { prompt, sections: sections !== defaultSections }), [
    tagged("conversation", conversation),
    tagged("turn-prefix", turnPrefix),
    earlier,
    tagged("previous-summary", previousSummary),
    contextBlock(contextLines),
    rulesBlock(request),
    task,
    earlier === "" ? "" : EARLIER,
    turnPrefix === "" ? "" : TURN,
    SUMMARY_RULES,
    lengthRule(maxTokens),
    focusBlock(request.instructions),
  ]);
}
