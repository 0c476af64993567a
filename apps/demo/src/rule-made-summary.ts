import {
  assistantMessage,
  createEstimator,
  digestOf,
  type Item,
  type Message,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { splitTurnContext, TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { classicSections, missingHeadings } from "@cutpoint/prompts";

/** Leaves room for the difference between tokenizers, since a truncated summary is rejected. */
const SHARE_OF_LIMIT = 0.8;

/**
 * Answers a summary prompt with rules. It reads the text between the tags and writes the requested sections.
 *
 * @param maxTokens the maximum length of the answer, in tokens
 */
export async function ruleMadeSummary(prompt: string, maxTokens: number): Promise<string> {
  const asksForTurnOnly = !prompt.includes(classicSections[0]?.heading ?? "");
  const items = itemsOf(between(prompt, "conversation"));
  const previous = between(prompt, "previous-summary");
  const { text } = await createExtractiveSummarizer().summarize(
    {
      items: asksForTurnOnly ? [] : items,
      turnPrefix: asksForTurnOnly ? items : itemsOf(between(prompt, "turn-prefix")),
      kept: [],
      previousSummary: previous === "" ? null : previous,
      previousState: null,
      live: null,
      digest: digestOf([], null),
      instructions: null,
      contextLines: [],
      prompt: null,
      shortText: false,
      maxTokens: Math.floor(maxTokens * SHARE_OF_LIMIT),
      maxCalls: 0,
      estimator: createEstimator(),
    },
    new AbortController().signal,
  );
  return asksForTurnOnly ? withHeadings(splitTurnContext(text).turn ?? text, TURN) : whole(text);
}

const TURN = ["Original Request", "Early Progress", "Context for Suffix"].map((name) => ({
  heading: `## ${name}`,
  guide: "",
}));

function whole(text: string): string {
  const { history, turn } = splitTurnContext(text);
  const past = withHeadings(history, classicSections);
  return turn === null
    ? past
    : `${past}\n\n---\n\n${TURN_CONTEXT_HEADING}\n\n${withHeadings(turn, TURN)}`;
}

function withHeadings(text: string, sections: typeof classicSections): string {
  const missing = missingHeadings(text, sections).map((heading) => `${heading}\n(none)`);
  return [text, ...missing].join("\n\n").trim();
}

function between(prompt: string, tag: string): string {
  const start = prompt.indexOf(`<${tag}>\n`);
  const end = prompt.indexOf(`\n</${tag}>`);
  return start === -1 || end === -1 ? "" : prompt.slice(start + tag.length + 3, end);
}

const BLOCK =
  /^\[(User|Host|System|Earlier summary|Assistant|Assistant tool calls|Tool result)\]: /u;

/** Parses a transcript into messages, by its labels. */
function itemsOf(transcript: string): readonly Item[] {
  const blocks = transcript
    .split(/\n\n(?=\[[A-Z][a-z ]+\]: )/u)
    .filter((block) => BLOCK.test(block));
  return blocks.map((block, index) => ({ id: String(index), message: messageOf(block) }));
}

function messageOf(block: string): Message {
  const label = BLOCK.exec(block)?.[1] ?? "";
  const text = block.replace(BLOCK, "");
  switch (label) {
    case "User":
      return userMessage(text);
    case "Assistant tool calls":
      return assistantMessage("", [{ ...callOf(text), arguments: "{}" }]);
    case "Tool result":
      return toolMessage(callOf("tool"), text);
    default:
      return assistantMessage(text);
  }
}

function callOf(text: string): { readonly callId: string; readonly name: string } {
  return { callId: "call", name: /^\w+/u.exec(text)?.[0] ?? "tool" };
}
