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

/** The model's tokens are others than ours, and a summary that is cut off is none. */
const SHARE_OF_LIMIT = 0.8;

/**
 * What the model made of rules answers to a prompt for a summary: it reads the text between the tags, as any model
 * would, and writes the sections that were asked for.
 *
 * @param maxTokens the most that the answer may take
 */
export async function ruleMadeSummary(prompt: string, maxTokens: number): Promise<string> {
  const asksForTurnOnly = !prompt.includes(classicSections[0]?.heading ?? "");
  const told = itemsOf(between(prompt, "conversation"));
  const previous = between(prompt, "previous-summary");
  const { text } = await createExtractiveSummarizer().summarize(
    {
      items: asksForTurnOnly ? [] : told,
      turnPrefix: asksForTurnOnly ? told : itemsOf(between(prompt, "turn-prefix")),
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

/** A transcript as messages again, as far as its labels tell. */
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
