import { escapeTags } from "@cutpoint/core/kit";

/** What every prompt may hold beside what it is about. */
export type PromptExtras = {
  /** Lines that the host adds to what was said. */
  readonly contextLines?: readonly string[];
  /** What the caller asks the summary to attend to. */
  readonly instructions?: string | null;
  /** What to ask for, in place of the prompt's own instructions; tags, focus and rules of form stay around it. */
  readonly prompt?: string | null;
  /** The most that the answer may take, in tokens; told to the model in words. */
  readonly maxTokens?: number;
};

/** A text between tags of ours; none of them can be closed from within. The empty text for nothing to say. */
export function tagged(tag: string, text: string): string {
  return text.trim() === "" ? "" : `<${tag}>\n${escapeTags(text)}\n</${tag}>`;
}

/** `<additional-context>`, one line of a list for each. */
export function contextBlock(lines: readonly string[] = []): string {
  return tagged(
    "additional-context",
    lines.map((line) => `- ${line.replace(/(?<!\s)\s*\n\s*/gu, " ")}`).join("\n"),
  );
}

/** What the caller asks for, last, where it weighs most. */
export function focusBlock(instructions: string | null = null): string {
  const focus = instructions?.trim() ?? "";
  return focus === "" ? "" : `Additional focus: ${escapeTags(focus)}`;
}

/** Models count words better than tokens. English has about three words for four tokens, and a little room is left. */
const WORDS_PER_TOKEN = 0.6;

/** How long an answer may be, in words. */
export function lengthRule(maxTokens: number | undefined): string {
  if (maxTokens === undefined) return "";
  return `Stay below ${Math.max(20, Math.floor(maxTokens * WORDS_PER_TOKEN))} words; leave out the least important before you go beyond.`;
}

/** A version, with a mark where the wording is partly the caller's. */
export function versionOf(
  name: string,
  own: { readonly prompt?: string | null; readonly sections?: boolean },
): string {
  const parts = [
    ...(own.sections === true ? ["sections"] : []),
    ...(typeof own.prompt === "string" ? ["prompt"] : []),
  ];
  return parts.length === 0 ? name : `${name}+${parts.join("+")}`;
}
