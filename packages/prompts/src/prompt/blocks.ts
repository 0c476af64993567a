import { escapeTags } from "@cutpoint/core/kit";

/** Optional parts of every prompt. */
export type PromptExtras = {
  /** Lines of context from the app. */
  readonly contextLines?: readonly string[];
  /** The user's rules, which the view lists beside the summary. */
  readonly rules?: readonly string[];
  /** Rules that the user has revoked. */
  readonly revokedRules?: readonly string[];
  /** Instructions to add, for example a focus. */
  readonly instructions?: string | null;
  /** Replaces the instructions of the prompt. Tags, focus and rules of form stay. */
  readonly prompt?: string | null;
  /** The limit for the answer, in tokens. The prompt contains it as a number of words. */
  readonly maxTokens?: number;
};

/** Returns a text between tags, with tags inside escaped; empty if the text is empty. */
export function tagged(tag: string, text: string): string {
  return text.trim() === "" ? "" : `<${tag}>\n${escapeTags(text)}\n</${tag}>`;
}

/** Returns `<additional-context>` with one list entry for each line. */
export function contextBlock(lines: readonly string[] = []): string {
  return tagged(
    "additional-context",
    lines.map((line) => `- ${line.replace(/(?<!\s)\s*\n\s*/gu, " ")}`).join("\n"),
  );
}

/** Returns `<user-rules>` and `<revoked-rules>` with one list entry for each rule, and how to treat them. */
export function rulesBlock({
  revokedRules = [],
  rules = [],
}: Pick<PromptExtras, "rules" | "revokedRules">): string {
  const list = (tag: string, texts: readonly string[], note: string): readonly string[] =>
    texts.length === 0 ? [] : [tagged(tag, texts.map((text) => `- ${text}`).join("\n")), note];
  return [
    ...list(
      "user-rules",
      rules,
      "These rules of the user are added to your summary unchanged. Do not repeat them, and write nothing that contradicts them.",
    ),
    ...list(
      "revoked-rules",
      revokedRules,
      "The user has revoked or replaced these rules. Leave them out of your summary.",
    ),
  ].join("\n\n");
}

/** Returns the line for the end of the prompt, the position that models follow best. */
export function focusBlock(instructions: string | null = null): string {
  const focus = instructions?.trim() ?? "";
  return focus === "" ? "" : `Additional focus: ${escapeTags(focus)}`;
}

/** Models count words better than tokens. English has about 0.75 words per token; the rest is a margin. */
const WORDS_PER_TOKEN = 0.6;

export function lengthRule(maxTokens: number | undefined): string {
  if (maxTokens === undefined) return "";
  return `Stay below ${Math.max(20, Math.floor(maxTokens * WORDS_PER_TOKEN))} words; leave out the least important before you go beyond.`;
}

/** Returns a version with a suffix for each part that the caller replaced. */
export function versionOf(
  name: string,
  custom: { readonly prompt?: string | null; readonly sections?: boolean },
): string {
  const parts = [
    ...(custom.sections === true ? ["sections"] : []),
    ...(typeof custom.prompt === "string" ? ["prompt"] : []),
  ];
  return parts.length === 0 ? name : `${name}+${parts.join("+")}`;
}
